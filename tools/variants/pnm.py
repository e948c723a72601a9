"""PGM and PPM files (netpbm) with any white value."""

import numpy

from bmp import rgba
from picture import colors, height, width


def pnm(recipe):
    """The bytes of the file, and the expected picture as RGBA."""
    most, channels = recipe["maxval"], recipe["channels"]
    picture = colors() if channels == 3 else colors()[:, :, 2:]
    levels = (picture.astype("uint64") * most + 127) // 255
    shown = numpy.round(levels * 255 / most).astype("uint8")
    truth = shown if channels == 3 else numpy.dstack([shown] * 3)
    digit = {1: 2, 3: 3}[channels] + (0 if recipe["text"] else 3)
    head = f"P{digit}\n# white is {most}\n{width} {height}\n{most}\n"
    if recipe["text"]:
        body = "".join(" ".join(str(level) for level in row.ravel()) + "\n" for row in levels).encode()
    else:
        body = levels.astype(">u2" if most > 255 else "u1").tobytes()
    return head.encode() + body, rgba(truth)
