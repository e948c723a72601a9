"""Makes the files of variants from recipes, for kinds that no program writes. Stores the expected picture beside each."""

from PIL import Image

from answering import serve
from bmp import bmp
from dds import dds
from ico import ico
from pnm import pnm
from qoi import qoi
from tga import tga
from tiff import tiff

makers = {
    "bmp": bmp,
    "cur": ico,
    "dds": dds,
    "ico": ico,
    "pgm": pnm,
    "ppm": pnm,
    "qoi": qoi,
    "tga": tga,
    "tiff": tiff,
}


def make(request):
    content, picture = makers[request["format"]](request["recipe"])
    with open(request["file"], "wb") as file:
        file.write(content)
    Image.fromarray(picture, "RGBA").save(request["file"] + ".png")
    return {}, b""


serve(make)
