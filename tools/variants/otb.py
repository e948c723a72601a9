"""OTB (Nokia, Smart Messaging Specification, 3.0.0: over the air bitmap), in which set bits are black."""

import numpy

from bmp import rgba


def otb(recipe):
    """The bytes of the file, and the expected picture as RGBA."""
    width, height = recipe["size"]
    ink = numpy.random.default_rng(7).integers(0, 2, (height, width)).astype("uint8")
    is_long = max(width, height) > 255
    head = bytes([0x10 if is_long else 0]) + b"".join(side.to_bytes(2 if is_long else 1, "big") for side in (width, height)) + b"\1"
    return head + numpy.packbits(ink, axis=1).tobytes(), rgba(numpy.dstack([(1 - ink) * 255] * 3).astype("uint8"))
