"""PCX (ZSoft PCX File Format Technical Reference Manual)."""

import struct

import numpy

from bmp import rgba
from picture import alpha, colors, height, numbers, palette, width

black_and_white = numpy.array([[0, 0, 0], [255, 255, 255]], "uint8")


def pcx(recipe):
    """The bytes of the file, and the expected picture as RGBA."""
    bits, planes, version = recipe["bits"], recipe["planes"], recipe.get("version", 5)
    header_colors, tail = b"", b""
    if bits == 8 and planes > 1:
        truth = numpy.dstack([colors(), alpha()])[:, :, :planes]
        layers = [truth[:, :, plane] for plane in range(planes)]
    elif recipe.get("grey"):
        grey = colors()[:, :, 2]
        truth, layers = numpy.dstack([grey, grey, grey]), [grey]
    else:
        count = 1 << (bits * planes)
        shown = black_and_white if recipe.get("black_and_white") else palette(count)
        if recipe.get("white_first"):
            shown = black_and_white[::-1]
        index = numbers(count)
        truth = shown[index]
        layers = [(index >> (plane * bits)) & ((1 << bits) - 1) for plane in range(planes)]
        if bits == 8:
            tail = b"\x0c" + shown.tobytes()
        elif not recipe.get("black_and_white"):
            header_colors = shown.tobytes()
    rows = []
    for y in range(height):
        for layer in layers:
            digits = ((layer[y][:, None] >> numpy.arange(bits - 1, -1, -1)) & 1).astype("uint8")
            row = numpy.packbits(digits.ravel()).tobytes()
            rows.append(row + b"\0" * (len(row) % 2))
    plane_bytes = len(rows[0])
    packed = not recipe.get("plain")
    body = b"".join(run_length(row) for row in rows) if packed else b"".join(rows)
    left, top = recipe.get("corner", [0, 0])
    header = struct.pack("<BBBBHHHHHH", 10, version, 1 if packed else 0, bits, left, top, left + width - 1, top + height - 1, 72, 72)
    header += header_colors.ljust(48, b"\0")
    header += struct.pack("<BBHH", 0, planes, plane_bytes, 2 if recipe.get("grey") else 1)
    return header.ljust(128, b"\0") + body + tail, rgba(truth)


def run_length(row):
    packed, at = bytearray(), 0
    while at < len(row):
        end = at + 1
        while end < len(row) and end - at < 63 and row[end] == row[at]:
            end += 1
        if end - at > 1 or row[at] >= 0xC0:
            packed.append(0xC0 | (end - at))
        packed.append(row[at])
        at = end
    return bytes(packed)
