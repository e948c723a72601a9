"""Pictures in cyan, magenta, yellow and black with the profile of these inks, as JPEG and TIFF."""

import io

import numpy
import tifffile
from PIL import Image

width, height = 66, 50
profiles = "/usr/share/color/icc/ghostscript/"


def inks(recipe):
    """The bytes of the file; what it shows, its profile says."""
    with open(profiles + recipe.get("profile", "default_cmyk.icc"), "rb") as file:
        profile = file.read()
    return tiff(recipe, profile) if recipe["format"] == "tiff" else jpeg(recipe, profile)


def picture():
    y, x = numpy.mgrid[0:height, 0:width].astype(float)
    wave = 127 + 100 * numpy.sin(x / 7) * numpy.cos(y / 5)
    return numpy.dstack([255 * x / width, 255 * y / height, wave, 255 * (x + y) / (width + height) / 2]).astype("uint8")


def jpeg(recipe, profile):
    """Adobe's programs store how little ink there is, and Pillow does so, too."""
    samples, replaced = picture(), None
    if recipe.get("differences"):
        # What is stored of the first three is then brightness and differences of how much ink there is.
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
