"""PNG in every color type, depth, and pixel order, with the chunks that a recipe describes (PNG, third edition)."""

import struct
import zlib

import numpy

width, height = 37, 29
gray, rgb, indexed, gray_alpha, rgba = 0, 2, 3, 4, 6
passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def png(recipe):
    color, depth = recipe["color"], recipe["depth"]
    interlaced = recipe.get("interlaced", False)
    samples = samples_of(color, depth)
    if interlaced:
        parts = [samples[top::down, left::across] for left, top, across, down in passes]
    else:
        parts = [samples]
    data = zlib.compress(b"".join(rows_of(part, depth) for part in parts))
    content = b"\x89PNG\r\n\x1a\n"
    content += chunk("IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, int(interlaced)))
    for name, value in recipe.get("before", {}).items():
        content += chunk(name, bytes.fromhex(value))
    if color == indexed:
        count = min(1 << depth, 200)
        content += chunk("PLTE", numpy.random.RandomState(3).randint(0, 256, (count, 3)).astype("uint8").tobytes())
    if recipe.get("transparent"):
        content += chunk("tRNS", transparency(color, depth, samples))
    at = 0
    for length in recipe.get("cuts", []):
        content += chunk("IDAT", data[at : at + length])
        at += length
    content += chunk("IDAT", data[at:])
    return content + chunk("IEND", b"") + bytes(recipe.get("behind", 0))


def chunk(name, data):
    body = name.encode() + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def samples_of(color, depth):
    y, x = numpy.mgrid[0:height, 0:width].astype(float)
    if color == indexed:
        return ((x // 3 + y // 3) % min(1 << depth, 200)).astype(int)[:, :, None]
    level = lambda part: numpy.round(part * ((1 << depth) - 1)).astype(int)
    red, green = level(x / (width - 1)), level(y / (height - 1))
    blue = level(((x // 4 + y // 4) % 2) * 0.8 + 0.1)
    alpha = level(numpy.where(x < 12, 0, numpy.where(x < 24, 0.5, 1)))
    planes = {gray: [red], rgb: [red, green, blue], gray_alpha: [red, alpha], rgba: [red, green, blue, alpha]}
    return numpy.dstack(planes[color])


def transparency(color, depth, samples):
    """The transparent colors: some colors of a palette, or else the exact color of one pixel."""
    if color == indexed:
        return bytes([0, 100, 255][: min(3, 1 << depth)])
    return b"".join(struct.pack(">H", int(sample)) for sample in samples[3, 5])


def rows_of(part, depth):
    if part.size == 0:
        return b""
    rows = part.reshape(part.shape[0], -1)
    if depth == 16:
        return b"".join(b"\0" + row.astype(">u2").tobytes() for row in rows)
    digits = (rows[:, :, None] >> numpy.arange(depth - 1, -1, -1)) & 1
    return b"".join(b"\0" + numpy.packbits(row.ravel().astype("uint8")).tobytes() for row in digits)
