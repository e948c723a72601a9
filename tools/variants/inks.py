"""CMYK pictures with a profile, as JPEG and TIFF."""

import io

import numpy
import tifffile
from PIL import Image

width, height = 66, 50
profiles = "/usr/share/color/icc/ghostscript/"


def inks(recipe):
    """The bytes of the file, whose profile determines the colors."""
    with open(profiles + recipe.get("profile", "default_cmyk.icc"), "rb") as file:
        profile = file.read()
    return tiff(recipe, profile) if recipe["format"] == "tiff" else jpeg(recipe, profile)


def picture():
    y, x = numpy.mgrid[0:height, 0:width].astype(float)
    wave = 127 + 100 * numpy.sin(x / 7) * numpy.cos(y / 5)
    return numpy.dstack([255 * x / width, 255 * y / height, wave, 255 * (x + y) / (width + height) / 2]).astype("uint8")


def jpeg(recipe, profile):
    """A JPEG with inverted inks, as Adobe's programs and Pillow store them."""
    samples, replaced = picture(), None
    if recipe.get("differences"):
        # The first three inks are then stored as brightness and color differences.
        differences = numpy.array(Image.fromarray(samples[:, :, :3]).convert("YCbCr"))
        samples = numpy.dstack([255 - differences, samples[:, :, 3]])
        replaced = 2
    file = io.BytesIO()
    options = {"quality": 95, "subsampling": 0, "progressive": recipe.get("progressive", False)}
    Image.fromarray(samples, "CMYK").save(file, "JPEG", icc_profile=profile, **options)
    content = bytearray(file.getvalue())
    if replaced is not None:
        content[content.index(b"Adobe\0") + 11] = replaced
    return bytes(content)


def tiff(recipe, profile):
    samples = picture()
    if recipe.get("alpha"):
        samples = numpy.dstack([samples, numpy.full((height, width), 255, "uint8")])
    if recipe.get("bits") == 16:
        samples = samples.astype("uint16") * 257
    options = {"photometric": "separated", "metadata": None, "extratags": [(34675, 7, len(profile), profile, True)]}
    if recipe.get("alpha"):
        options["extrasamples"] = ["unassalpha"]
    if recipe.get("planar"):
        samples, options["planarconfig"] = numpy.moveaxis(samples, -1, 0), "separate"
    if recipe.get("tiles"):
        options["tile"] = (16, 16)
    file = io.BytesIO()
    tifffile.imwrite(file, samples, **options, **recipe.get("options", {}))
    return file.getvalue()
