"""Makes the files of variants from recipes: either a program converts a picture that is made for it, or Pillow writes the file."""

import io
import os
import subprocess
import tempfile

import numpy
from PIL import Image

from answering import serve
from inks import inks
from jpeg2000 import jpeg2000, shown
from photoshop import photoshop
from png import png

width, height = 66, 50
profiles = "/usr/share/color/icc/ghostscript/"
folder = tempfile.TemporaryDirectory()
made = {}


def picture(shift=0):
    """A smooth picture, which stays similar under lossy compression like a photo. Its thirds are transparent, half transparent, and opaque."""
    y, x = numpy.mgrid[0:height, 0:width].astype(float)
    x = (x + shift) % width
    alpha = numpy.where(x < 20, 0, numpy.where(x < 40, 128, 255))
    wave = 127 + 100 * numpy.sin(x / 7) * numpy.cos(y / 5)
    return numpy.dstack([255 * x / width, 255 * y / height, wave, alpha]).astype("uint8")


def source(kind):
    """The path of a source picture for a program, by kind: "rgb16.png", "orientation-6.jpg", "moving.gif"."""
    if kind not in made:
        made[kind] = os.path.join(folder.name, kind)
        make_source(kind, made[kind])
    return made[kind]


def make_source(kind, path):
    name, _, suffix = kind.partition(".")
    rgba = Image.fromarray(picture())
    rgb = rgba.convert("RGB")
    if name.endswith("16"):
        formats = {"rgb16": "rgb48be", "rgba16": "rgba64be", "gray16": "gray16be", "grayAlpha16": "ya16be"}
        command = ["ffmpeg", "-v", "error", "-y", "-i", source("rgba.png"), "-pix_fmt", formats[name], path]
        subprocess.run(command, check=True)
    elif name.startswith("orientation-"):
        exif = Image.Exif()
        exif[0x112] = int(name[-1])
        rgb.save(path, exif=exif, quality=95, subsampling=0, lossless=True)
    elif name.startswith("frame-"):
        tile = numpy.tile(picture(int(name[-1]) * 9)[:, :, :3], (2, 1, 1))[:64, :64]
        Image.fromarray(tile).save(path)
    elif name == "moving":
        frames = [Image.fromarray(picture(shift)).convert("RGB") for shift in (0, 9, 18)]
        frames[0].save(path, save_all=True, append_images=frames[1:], duration=100, lossless=True)
    elif name == "float":
        bottom_up = (picture()[::-1, :, :3].astype("<f4") / 255).tobytes()
        with open(path, "wb") as file:
            file.write(f"PF\n{width} {height}\n-1.0\n".encode() + bottom_up)
    else:
        modes = {"rgb": "RGB", "rgba": "RGBA", "gray": "L", "grayAlpha": "LA", "cmyk": "CMYK"}
        (rgb if name in ("gray", "cmyk") else rgba).convert(modes[name]).save(path, quality=92)


def by_pillow(recipe, path):
    """Saves the picture in a mode of Pillow with its options, with the named profile and the orientation in EXIF."""
    options = dict(recipe.get("options", {}))
    if "profile" in recipe:
        with open(profiles + recipe["profile"], "rb") as file:
            options["icc_profile"] = file.read() + bytes(recipe.get("filled", 0))
    if "orientation" in recipe:
        options["exif"] = Image.Exif()
        options["exif"][0x112] = recipe["orientation"]
    shown = Image.fromarray(picture())
    if recipe["mode"] not in ("RGBA", "LA"):
        shown = shown.convert("RGB")
    if recipe["mode"] == "P":
        shown = shown.quantize(8)
    written = io.BytesIO()
    shown.convert(recipe["mode"]).save(written, recipe["pillow"], **options)
    content = written.getvalue()
    for before, after in recipe.get("replaced", []):
        before, after = bytes.fromhex(before), bytes.fromhex(after)
        if before not in content:
            raise ValueError("there is nothing to replace")
        content = content.replace(before, after, 1)
    with open(path, "wb") as file:
        file.write(content + bytes.fromhex(recipe.get("behind", "")))


def by_program(recipe, path):
    """Runs a command, in which names in braces are source pictures, and {file} is the variant."""
    names = lambda word: path if word == "{file}" else source(word[1:-1]) if word.startswith("{") else word
    done = subprocess.run([names(word) for word in recipe["run"]], capture_output=True, text=True)
    if done.returncode != 0 or not os.path.exists(path):
        raise ValueError(f"{recipe['run'][0]}: {done.stderr[-300:]}")


builders = {"inks": inks, "png": png, "jpeg2000": jpeg2000, "photoshop": photoshop}


def make(request):
    path, recipe = request["file"], request["recipe"]
    if "run" in recipe:
        by_program(recipe, path)
    elif "pillow" in recipe:
        by_pillow(recipe, path)
    else:
        content = builders[recipe["builder"]](recipe)
        with open(path, "wb") as file:
            file.write(content)
        if recipe.get("multiplied"):
            shown(recipe).save(path + ".png")
    return {}, b""


serve(make)
