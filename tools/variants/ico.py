"""Icons and cursors of Windows, whose entries are PNGs, or bitmaps followed by a mask."""

import io
import struct

import numpy
from PIL import Image

from bmp import bmp, packed_bits
from picture import alpha, colors, height, width


def ico(recipe):
    """The bytes of the icon, and the expected picture as RGBA."""
    kind = 2 if recipe.get("cursor") else 1
    content, truth = png() if recipe.get("png") else entry(recipe)
    bits = recipe.get("bits", 32)
    first, second = (5, 7) if kind == 2 else (1, bits)  # The hot spot of a cursor, or the planes and bits of an icon.
    head = struct.pack("<HHH", 0, kind, 1) + struct.pack("<BBBBHHII", width, height, 0, 0, first, second, len(content), 22)
    return head + content, truth


def png():
    truth = numpy.dstack([colors(), alpha()])
    file = io.BytesIO()
    Image.fromarray(truth, "RGBA").save(file, "PNG")
    return file.getvalue(), truth


def entry(recipe):
    """A bitmap that declares twice its height, because a one-bit mask follows it, in which 1 is transparent."""
    bits = recipe["bits"]
    if bits == 32:
        file, truth = bmp({"header": 56, "bits": 32, "masks": [0xFF0000, 0xFF00, 0xFF, 0xFF000000]})
        pixels = struct.unpack_from("<I", file, 10)[0]
        file = b"\0" * 14 + struct.pack("<IiiHHIIiiII", 40, width, height, 1, 32, 0, 0, 0, 0, 0, 0) + file[pixels:]
        hidden = truth[:, :, 3] == 0
    else:
        file, truth = bmp({"header": 40, "bits": bits})
        hidden = numpy.zeros((height, width), bool) if recipe.get("opaque") else alpha() < 100
        truth = truth.copy()
        truth[hidden] = 0
    mask = packed_bits(hidden[::-1].astype("uint8"), 1)
    dib = bytearray(file[14:])
    struct.pack_into("<i", dib, 8, height * 2)
    return bytes(dib) + mask, truth
