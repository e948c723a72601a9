"""TIFF files by tifffile and Pillow, in other layouts and compressions by tiffcp (TIFF 6.0 and its supplements)."""

import io
import os
import struct
import subprocess
import tempfile

import numpy
import tifffile
from PIL import Image

from bmp import rgba
from picture import alpha, colors, height, numbers, palette, width


def tiff(recipe):
    """The bytes of the file, and the expected picture as RGBA."""
    content, truth = kinds[recipe["kind"]](recipe)
    if "copy" in recipe:
        content = copied(content, recipe["copy"])
    return content, rgba(truth)


def copied(content, options):
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, name) for name in ("a.tif", "b.tif")]
        with open(names[0], "wb") as file:
            file.write(content)
        subprocess.run(["tiffcp", *options, *names], check=True, capture_output=True)
        with open(names[1], "rb") as file:
            return file.read()


def scaled(picture, sort):
    """Converts eight-bit samples to another type: floating-point numbers from 0 to 1, or integers up to the maximum."""
    sort = numpy.dtype(sort)
    if sort.kind == "f":
        return (picture / 255).astype(sort)
    return (picture.astype("uint64") * (numpy.iinfo(sort).max // 255)).astype(sort)


def written(picture, photometric, recipe, **others):
    samples = scaled(picture, recipe.get("sort", "uint8"))
    options = {"photometric": photometric, "metadata": None, **others}
    if recipe.get("planar"):
        samples, options["planarconfig"] = numpy.moveaxis(samples, -1, 0), "separate"
    if recipe.get("tiles"):
        options["tile"] = (16, 16)
    file = io.BytesIO()
    tifffile.imwrite(file, samples, **options, **recipe.get("options", {}))
    return file.getvalue()


def gray(recipe):
    truth = colors()[:, :, 2]
    shown = 255 - truth if recipe.get("white_is_zero") else truth
    name = "miniswhite" if recipe.get("white_is_zero") else "minisblack"
    return written(shown, name, recipe), numpy.dstack([truth] * 3)


def rgb(recipe):
    return written(colors(), "rgb", recipe), colors()


def rgba_kind(recipe):
    """Colors with one extra sample: transparency of either kind, or of an unspecified kind."""
    sort = recipe["extra"]
    truth = numpy.dstack([colors(), alpha()])
    stored = truth.copy()
    if sort == "assocalpha":
        stored[:, :, :3] = numpy.round(truth[:, :, :3] * (truth[:, :, 3:] / 255))
    if sort == "unspecified":
        truth = truth[:, :, :3]
    return written(stored, "rgb", recipe, extrasamples=[sort]), truth


def lab(recipe):
    """Samples that are declared as CIELAB, in the encoding of TIFF or of ICC profiles."""
    return written(colors(), recipe["coloring"], recipe), colors()


def bilevel(recipe):
    ink = Image.fromarray(numbers(2) * 255).convert("1")
    file = io.BytesIO()
    ink.save(file, "TIFF", tiffinfo={262: 0 if recipe.get("white_is_zero") else 1})
    return file.getvalue(), numpy.dstack([numpy.array(ink.convert("L"))] * 3)


def packed(recipe):
    """Samples that aren't whole bytes: gray, colors, or indexes of a palette."""
    bits, coloring = recipe["bits"], recipe["coloring"]
    most = (1 << bits) - 1
    extra = []
    if coloring == 3:
        samples = numbers(most + 1)[:, :, None]
        shown = palette(most + 1)
        truth = shown[samples[:, :, 0]]
        extra = [(320, 3, (shown.T.astype("uint16") * 257).ravel().tolist())]
    else:
        picture = colors() if coloring == 2 else colors()[:, :, 2:]
        samples = (picture.astype("uint32") * most + 127) // 255
        truth = numpy.round(samples * 255 / most).astype("uint8")
        truth = truth if coloring == 2 else numpy.dstack([truth[:, :, 0]] * 3)
    digits = (samples[..., None].astype("uint32") >> numpy.arange(bits - 1, -1, -1)) & 1
    rows = numpy.packbits(digits.reshape(height, -1).astype("uint8"), axis=1).tobytes()
    channels = samples.shape[2]
    return assembled(rows, channels, bits, coloring, extra), truth


def y_cb_cr(recipe):
    """The brightness of each pixel, and color differences that blocks of pixels share."""
    across, down = recipe["shared"]
    y, x = numpy.mgrid[0:height, 0:width]
    soft = numpy.dstack([60 + x * 3, 200 - y * 4, 120 + x]).astype("uint8")
    planes = numpy.array(Image.fromarray(soft).convert("YCbCr"))
    filled = numpy.pad(planes, ((0, -height % down), (0, -width % across), (0, 0)), mode="edge")
    rows, columns = filled.shape[0] // down, filled.shape[1] // across
    blocks = filled.reshape(rows, down, columns, across, 3).transpose(0, 2, 1, 3, 4)
    light = blocks[..., 0].reshape(rows, columns, -1)
    shared = blocks[..., 1:].astype("float").mean((2, 3)).round().astype("uint8")
    extra = [(530, 3, [across, down]), (532, 5, [0, 1, 255, 1, 128, 1, 255, 1, 128, 1, 255, 1])]
    return assembled(numpy.concatenate([light, shared], 2).tobytes(), 3, 8, 6, extra), soft


def jpeg(recipe):
    """A TIFF that contains a JPEG, in the new style or in the old one."""
    y, x = numpy.mgrid[0:height, 0:width]
    soft = numpy.dstack([60 + x * 3, 200 - y * 4, 120 + x]).astype("uint8")
    picture = Image.fromarray(soft)
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=95, subsampling=recipe["subsampling"])
    content = file.getvalue()
    extra = [(530, 3, [[1, 1], [2, 1], [2, 2]][recipe["subsampling"]])]
    if recipe.get("old"):
        extra += [(512, 3, [1]), (513, 4, [8]), (514, 4, [len(content)])]
    compression = 6 if recipe.get("old") else 7
    return assembled(content, 3, 8, 6, extra, compression), soft


def pages(recipe):
    """The picture, followed by pages of another size and type."""
    kinds_of_pages = {"rgb": colors(), "gray": colors()[:, :, 2], "rgba": numpy.dstack([colors(), alpha()])}
    first = kinds_of_pages.pop(recipe["first"])
    file = io.BytesIO()
    with tifffile.TiffWriter(file) as writer:
        for page in [first, *(other[3:, 5:] for other in kinds_of_pages.values())]:
            sort = "minisblack" if page.ndim == 2 else "rgb"
            extra = {"extrasamples": ["unassalpha"]} if page.shape[2:] == (4,) else {}
            writer.write(numpy.ascontiguousarray(page), photometric=sort, metadata=None, **extra)
    return file.getvalue(), first if first.ndim == 3 else numpy.dstack([first] * 3)


def assembled(content, channels, bits, coloring, extra, compression=1):
    """A TIFF with one strip, for variants that no library writes."""
    tags = [
        (256, 3, [width]),
        (257, 3, [height]),
        (258, 3, [bits] * channels),
        (259, 3, [compression]),
        (262, 3, [coloring]),
        (273, 4, [8]),
        (277, 3, [channels]),
        (278, 3, [height]),
        (279, 4, [len(content)]),
        *extra,
    ]
    body = content + b"\0" * (len(content) % 2)
    at = 8 + len(body)
    values_at = at + 2 + 12 * len(tags) + 4
    table, values = struct.pack("<H", len(tags)), b""
    for tag, sort, numbers_of_tag in sorted(tags):
        plain = struct.pack(f"<{len(numbers_of_tag)}{'H' if sort == 3 else 'I'}", *numbers_of_tag)
        count = len(numbers_of_tag) // (2 if sort == 5 else 1)
        if len(plain) <= 4:
            table += struct.pack("<HHI", tag, sort, count) + plain.ljust(4, b"\0")
        else:
            table += struct.pack("<HHII", tag, sort, count, values_at + len(values))
            values += plain
    return struct.pack("<2sHI", b"II", 42, at) + body + table + struct.pack("<I", 0) + values


kinds = {
    "bilevel": bilevel,
    "gray": gray,
    "jpeg": jpeg,
    "lab": lab,
    "packed": packed,
    "pages": pages,
    "rgb": rgb,
    "rgba": rgba_kind,
    "yCbCr": y_cb_cr,
}
