"""JPEG 2000: codestreams by opj_compress, in the boxes that a recipe describes (ISO/IEC 15444-1, annex I)."""

import os
import struct
import subprocess
import tempfile

import numpy
from PIL import Image

width, height = 61, 47


def jpeg2000(recipe):
    bits, signed = recipe.get("bits", 8), recipe.get("signed", False)
    planes = [planes_of(bits)[name] for name in recipe["planes"]]
    if recipe.get("multiplied"):
        alpha = planes[-1]
        planes = [plane * alpha // alpha.max() for plane in planes[:-1]] + [alpha]
    coarse = recipe.get("coarse", [[1, 1]] * len(planes))
    stream = codestream(planes, bits, signed, coarse, recipe.get("arguments", []))
    return stream if recipe.get("bare") else in_boxes(stream, len(planes), bits, signed, recipe)


def shown(recipe):
    """The expected picture with eight bits per channel, before colors are multiplied by alpha."""
    return Image.fromarray(numpy.dstack([planes_of(8)[name] for name in recipe["planes"]]).astype("uint8"))


def planes_of(bits):
    """The possible planes by name: colors, luminance with color differences, alpha, and indexes of sixteen colors."""
    y, x = numpy.mgrid[0:height, 0:width].astype(float)
    most = (1 << bits) - 1
    level = lambda part: numpy.round(part * most).astype(int)
    red, green, blue = x / (width - 1), y / (height - 1), 0.5 + 0.4 * numpy.sin(x / 5) * numpy.cos(y / 4)
    rgb = numpy.round(numpy.dstack([red, green, blue]) * 255).astype("uint8")
    ycc = numpy.asarray(Image.fromarray(rgb).convert("YCbCr")).astype(float) / 255
    return {
        "red": level(red),
        "green": level(green),
        "blue": level(blue),
        "luma": level(ycc[:, :, 0]),
        "blueness": level(ycc[:, :, 1]),
        "redness": level(ycc[:, :, 2]),
        "alpha": level(numpy.where(x < 20, 0, numpy.where(x < 40, 0.5, 1))),
        "index": ((x // 4 + y // 4) % 16).astype(int),
    }


def codestream(planes, bits, signed, coarse, arguments):
    samples = b""
    for plane, (across, down) in zip(planes, coarse):
        values = (plane - (1 << (bits - 1)) if signed else plane)[::down, ::across]
        samples += values.astype(("<i" if signed else "<u") + ("1" if bits <= 8 else "2")).tobytes()
    with tempfile.TemporaryDirectory() as folder:
        raw, packed = os.path.join(folder, "a.rawl"), os.path.join(folder, "a.j2k")
        with open(raw, "wb") as file:
            file.write(samples)
        steps = ":".join(f"{across}x{down}" for across, down in coarse)
        layout = f"{width},{height},{len(planes)},{bits},{'s' if signed else 'u'}@{steps}"
        command = ["opj_compress", "-i", raw, "-o", packed, "-F", layout, "-mct", "0", *arguments]
        done = subprocess.run(command, capture_output=True, text=True)
        if not os.path.exists(packed):
            raise ValueError(done.stdout + done.stderr)
        with open(packed, "rb") as file:
            return file.read()


def box(name, content):
    return struct.pack(">I", 8 + len(content)) + name.encode() + content


def in_boxes(stream, components, bits, signed, recipe):
    depth = (bits - 1) | (0x80 if signed else 0)
    header = box("ihdr", struct.pack(">IIHBBBB", height, width, components, depth, 7, 0, 0))
    header += box("colr", b"\x01\0\0" + struct.pack(">I", recipe["space"]))
    if "palette" in recipe:
        # By default, each column of the palette becomes one channel; a recipe can select other columns.
        columns = recipe["palette"]
        colors = numpy.random.RandomState(1).randint(0, 256, (16, columns)).astype("uint8")
        header += box("pclr", struct.pack(">HB", 16, columns) + bytes([7] * columns) + colors.tobytes())
        mapped = recipe.get("columns", range(columns))
        header += box("cmap", b"".join(struct.pack(">HBB", 0, 1, column) for column in mapped))
    if "definitions" in recipe:
        each = [struct.pack(">HHH", *definition) for definition in recipe["definitions"]]
        header += box("cdef", struct.pack(">H", len(each)) + b"".join(each))
    kind = box("jP  ", b"\r\n\x87\n") + box("ftyp", b"jp2 \0\0\0\0jp2 ")
    return kind + box("jp2h", header) + box("jp2c", stream)
