"""Reads CMYK images through their profile with LittleCMS: the first picture of a file, as 8-bit RGBA in sRGB."""

import io

import numpy
import tifffile
from PIL import Image, ImageCms

from answering import serve

perceptual = 0


def read(request):
    inks, profile = tiff(request["file"]) if request["format"] == "tiff" else other(request["file"])
    source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    srgb = ImageCms.createProfile("sRGB")
    picture = ImageCms.profileToProfile(inks, source, srgb, renderingIntent=perceptual, outputMode="RGB").convert("RGBA")
    return {"width": picture.width, "height": picture.height}, picture.tobytes()


def other(path):
    with Image.open(path) as file:
        if file.mode != "CMYK":
            raise ValueError("this is not in inks")
        file.load()
        return file, file.info["icc_profile"]


def tiff(path):
    with tifffile.TiffFile(path) as file:
        page = file.pages[0]
        samples = page.asarray()
        if page.planarconfig == 2:
            samples = numpy.moveaxis(samples, 0, -1)
        if samples.dtype == "uint16":
            samples = (samples // 257).astype("uint8")
        return Image.fromarray(samples[:, :, :4], "CMYK"), page.tags[34675].value


serve(read)
