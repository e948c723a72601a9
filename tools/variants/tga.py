"""TGA files (Truevision TGA File Format Specification 2.0)."""

import struct

import numpy

from bmp import rgba
from picture import alpha, colors, height, numbers, palette, width


def pixels_of(bits, has_alpha_bit, shown, covered):
    """The pixels as bytes of the file, and the expected pixels as RGBA."""
    shown, covered = shown.astype("int64"), covered.astype("int64")
    if bits in (15, 16):
        levels = (shown * 31 + 127) // 255
        bit = (covered >= 128).astype("int64")
        value = levels[..., 0] << 10 | levels[..., 1] << 5 | levels[..., 2] | (bit << 15 if bits == 16 else 0)
        truth = numpy.concatenate([(levels * 255 + 15) // 31, bit[..., None] * 255], -1)
        if not has_alpha_bit:
            truth[..., 3] = 255
        return value.astype("<u2")[..., None].view("uint8"), truth.astype("uint8")
    bgr = shown[..., ::-1].astype("uint8")
    truth = numpy.concatenate([shown, covered[..., None]], -1).astype("uint8")
    if bits == 24:
        truth[..., 3] = 255
        return bgr, truth
    return numpy.concatenate([bgr, covered[..., None].astype("uint8")], -1), truth


def tga(recipe):
    """The bytes of the file, and the expected picture as RGBA."""
    kind, bits, alpha_bits = recipe["kind"], recipe["bits"], recipe.get("alpha_bits", 0)
    table, first, count, table_bits = b"", 0, 0, 0
    if kind == "palette":
        count, table_bits, first = recipe.get("colors", 256), recipe["palette_bits"], recipe.get("first", 0)
        shown = palette(count)
        stored, truth = pixels_of(table_bits, alpha_bits > 0, shown, numpy.linspace(0, 255, count))
        table = stored.tobytes()
        index = numbers(count)
        truth = truth[index]
        stored = (index.astype("<u2" if bits == 16 else "uint8") + first)[..., None].view("uint8")
    elif kind == "grey":
        grey = colors()[:, :, 2]
        covered = alpha() if bits == 16 else numpy.full_like(grey, 255)
        truth = numpy.dstack([grey, grey, grey, covered])
        stored = numpy.dstack([grey, covered])[:, :, : bits // 8]
    else:
        stored, truth = pixels_of(bits, alpha_bits > 0, colors(), alpha())
    if recipe.get("blank"):
        stored = stored.copy()
        stored[:, :, -1] = 0
    if recipe.get("blank") or recipe.get("attributes") in (1, 2):
        truth = truth.copy()
        truth[:, :, 3] = 255
    origin = recipe.get("origin", "bottom left")
    if "bottom" in origin:
        stored = stored[::-1]
    if "right" in origin:
        stored = stored[:, ::-1]
    body = packed(stored) if recipe.get("packed") else stored.tobytes()
    type_ = {"palette": 1, "direct": 2, "grey": 3}[kind] + (8 if recipe.get("packed") else 0)
    descriptor = alpha_bits | (0x20 if "top" in origin else 0) | (0x10 if "right" in origin else 0)
    name = b"made for a test"
    header = struct.pack("<BBBHHBHHHHBB", len(name), 1 if table else 0, type_, first, count, table_bits, 0, 0, width, height, bits, descriptor)
    file = header + name + table + body
    if "attributes" in recipe:
        extension = struct.pack("<H", 495).ljust(494, b"\0") + bytes([recipe["attributes"]])
        file += extension + struct.pack("<II", len(file), 0) + b"TRUEVISION-XFILE.\0"
    return file, rgba(truth)


def packed(stored):
    """Run-length packets that continue across rows, which the first version of the format allows."""
    pixels = stored.reshape(-1, stored.shape[2])
    file, at = bytearray(), 0
    while at < len(pixels):
        end = at + 1
        while end < len(pixels) and end - at < 128 and (pixels[end] == pixels[at]).all():
            end += 1
        if end - at > 1:
            file += bytes([0x80 | (end - at - 1)]) + pixels[at].tobytes()
            at = end
            continue
        while end < len(pixels) and end - at < 128 and not (pixels[end] == pixels[end - 1]).all():
            end += 1
        file += bytes([end - at - 1]) + pixels[at:end].tobytes()
        at = end
    return bytes(file)
