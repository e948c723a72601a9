"""PGM, PPM, and PAM files (netpbm) with any white value."""

import numpy

from bmp import rgba
from picture import alpha, colors, height, width

tuples = {1: "GRAYSCALE", 2: "GRAYSCALE_ALPHA", 3: "RGB", 4: "RGB_ALPHA"}


def pnm(recipe):
    """The bytes of the file, and the expected picture as RGBA."""
    most, channels = recipe["maxval"], recipe["channels"]
    picture = colors() if channels > 2 else colors()[:, :, 2:]
    whole = picture if channels % 2 else numpy.dstack([picture, alpha()])
    levels = (whole.astype("uint64") * most + 127) // 255
    shown = numpy.round(levels * 255 / most).astype("uint8")
    truth = shown if channels > 2 else numpy.dstack([shown[:, :, :1]] * 3 + [shown[:, :, 1:]])
    if recipe["pam"]:
        head = f"P7\nWIDTH {width}\nHEIGHT {height}\nDEPTH {channels}\nMAXVAL {most}\nTUPLTYPE {tuples[channels]}\nENDHDR\n"
    else:
        digit = {1: 2, 3: 3}[channels] + (0 if recipe.get("text") else 3)
        head = f"P{digit}\n# white is {most}\n{width} {height}\n{most}\n"
    if recipe.get("text"):
        body = "".join(" ".join(str(level) for level in row.ravel()) + "\n" for row in levels).encode()
    else:
        body = levels.astype(">u2" if most > 255 else "u1").tobytes()
    return head.encode() + body, rgba(truth)
