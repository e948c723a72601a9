"""Sun rasters (SunOS, rasterfile(5))."""

import struct

import numpy

from bmp import rgba
from picture import colors, height, numbers, palette, width


def sun(recipe):
    """The bytes of the file, and the picture that it is to show as RGBA."""
    bits, sort = recipe["bits"], recipe["type"]
    table = b""
    if bits <= 8:
        samples = numbers(1 << bits)
        shown = palette(1 << bits)
        if recipe.get("map"):
            table = shown.T.tobytes()
        else:
            gray = numpy.arange(1 << bits) * 255 // ((1 << bits) - 1)
            # One bit is ink.
            shown = numpy.repeat((255 - gray if bits == 1 else gray)[:, None], 3, 1).astype("uint8")
        truth = shown[samples]
        rows = [numpy.packbits(row).tobytes() if bits == 1 else row.tobytes() for row in samples]
    else:
        truth = colors()
        pixels = truth if sort == 3 else truth[:, :, ::-1]
        if bits == 32:
            pixels = numpy.dstack([numpy.full((height, width), 9, "uint8"), pixels])
        rows = [row.tobytes() for row in pixels]
    body = b"".join(row + b"\0" * (len(row) % 2) for row in rows)
    stored = run_length(body) if sort == 2 else body
    # In the old type no length is told.
    length = 0 if sort == 0 else len(stored)
    header = struct.pack(">8I", 0x59A66A95, width, height, bits, length, sort, 1 if table else 0, len(table))
    return header + table + stored, rgba(truth)


def run_length(content):
    packed, at = bytearray(), 0
    while at < len(content):
        end = at + 1
        while end < len(content) and end - at < 256 and content[end] == content[at]:
            end += 1
        if end - at > 2:
            packed += bytes([0x80, end - at - 1, content[at]])
        else:
            for byte in content[at:end]:
                packed += b"\x80\0" if byte == 0x80 else bytes([byte])
        at = end
    return bytes(packed)
