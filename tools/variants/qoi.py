"""QOI (The Quite OK Image Format Specification, 1.0), with every kind of chunk."""

import struct

import numpy

from bmp import rgba
from picture import alpha, colors, height, width


def qoi(recipe):
    """The bytes of the file, and the expected picture as RGBA."""
    channels = recipe["channels"]
    truth = colors() if channels == 3 else numpy.dstack([colors(), alpha()])
    # Adjacent pixels that hardly differ, for the chunks that store small differences.
    truth[18:, :, :3] = truth[18:, :, :3] // 40 + 100
    linear = recipe.get("linear", False)
    content = struct.pack(">4sIIBB", b"qoif", width, height, channels, int(linear)) + chunks(rgba(truth)) + bytes(7) + b"\1"
    if linear:
        truth[:, :, :3] = encoded(truth[:, :, :3] / 255)
    return content, rgba(truth)


def encoded(light):
    """Encodes linear light with the transfer curve of sRGB (IEC 61966-2-1)."""
    return numpy.round(255 * numpy.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055))


def chunks(picture):
    seen, last, run, packed = [(0, 0, 0, 0)] * 64, (0, 0, 0, 255), 0, bytearray()
    for pixel in (tuple(int(sample) for sample in each) for each in picture.reshape(-1, 4)):
        if pixel == last:
            run += 1
            if run == 62:
                packed.append(0xC0 | (run - 1))
                run = 0
            continue
        if run:
            packed.append(0xC0 | (run - 1))
            run = 0
        packed += chunk(pixel, last, seen)
        last = pixel
    if run:
        packed.append(0xC0 | (run - 1))
    return bytes(packed)


def chunk(pixel, last, seen):
    red, green, blue, covers = pixel
    place = (red * 3 + green * 5 + blue * 7 + covers * 11) % 64
    if seen[place] == pixel:
        return bytes([place])
    seen[place] = pixel
    if covers != last[3]:
        return bytes([0xFF, *pixel])
    wrapped = lambda value: (value + 128) % 256 - 128
    dr, dg, db = (wrapped(now - before) for now, before in zip(pixel[:3], last[:3]))
    if all(-2 <= difference <= 1 for difference in (dr, dg, db)):
        return bytes([0x40 | (dr + 2) << 4 | (dg + 2) << 2 | (db + 2)])
    if -32 <= dg <= 31 and -8 <= dr - dg <= 7 and -8 <= db - dg <= 7:
        return bytes([0x80 | (dg + 32), (dr - dg + 8) << 4 | (db - dg + 8)])
    return bytes([0xFE, red, green, blue])
