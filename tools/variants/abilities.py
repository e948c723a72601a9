"""Makes images with every property that their formats support: depth, transparency, a wide profile, EXIF, XMP, and several frames."""

import io
import os
import struct
import subprocess
import sys
import zlib

import numpy
from PIL import Image

from png import chunk

by_imagemagick = (
    "tiff jp2 j2k psd psb ico bmp tga dds ppm pgm xpm".split()
)
profile = open("/usr/share/color/icc/ghostscript/a98.icc", "rb").read()
xmp = (
    b'<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF '
    b'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
    b'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:source>marked in XMP</dc:source></rdf:Description></rdf:RDF>'
    b'</x:xmpmeta><?xpacket end="w"?>'
)
words = ["-EXIF:Artist=marked in EXIF", "-XMP-dc:Source=marked in XMP"]
folder = sys.argv[1]
place = lambda name: os.path.join(folder, name)


def exif():
    block = Image.Exif()
    block[0x13B] = "marked in EXIF"
    return block.tobytes()[6:]


def picture(shift, size):
    """A smooth picture with 16 bits per channel, which becomes more opaque from left to right."""
    y, x = numpy.mgrid[0:size, 0:size].astype(float)
    alpha = numpy.clip(2 * x / size - 0.3, 0, 1)
    wave = 0.5 + 0.4 * numpy.sin((x + shift) / 7) * numpy.cos(y / 5)
    return (numpy.dstack([x / size, y / size, wave, alpha]) * 65535).astype(">u2")


def pixels(samples):
    return zlib.compress(b"".join(b"\0" + row.tobytes() for row in samples))


def png(frames=1, depth=16, size=48, alpha=True, first=0):
    pictures = [picture((first + shift) * 9, size)[:, :, : 4 if alpha else 3] for shift in range(frames)]
    if depth == 8:
        pictures = [(each >> 8).astype("uint8") for each in pictures]
    header = struct.pack(">IIBBBBB", size, size, depth, 6 if alpha else 2, 0, 0, 0)
    content = b"\x89PNG\r\n\x1a\n" + chunk("IHDR", header)
    content += chunk("iCCP", b"wide\0\0" + zlib.compress(profile)) + chunk("eXIf", exif())
    content += chunk("iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + xmp)
    if frames > 1:
        content += chunk("acTL", struct.pack(">II", frames, 0))
    number = 0
    for index, each in enumerate(pictures):
        if frames > 1:
            content += chunk("fcTL", struct.pack(">IIIIIHHBB", number, size, size, 0, 0, 1, 10, 0, 0))
            number += 1
        if index == 0:
            content += chunk("IDAT", pixels(each))
        else:
            content += chunk("fdAT", struct.pack(">I", number) + pixels(each))
            number += 1
    return content + chunk("IEND", b"")


def write(name, content):
    with open(place(name), "wb") as file:
        file.write(content)


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise ValueError(f"{command}: {done.stderr[-300:]}")


def icns():
    """An icon whose picture is a PNG."""
    inner = png(depth=8, size=128)
    entry = b"ic07" + struct.pack(">I", len(inner) + 8) + inner
    return b"icns" + struct.pack(">I", len(entry) + 8) + entry


def tagged(name):
    run("exiftool", "-q", "-overwrite_original", f"-ICC_Profile<={place('wide.icc')}", *words, place(name))


def by_pillow():
    plain = [Image.open(io.BytesIO(png(depth=8))).convert("RGBA")]
    plain.append(Image.fromarray((picture(9, 48) >> 8).astype("uint8")))
    metadata = {"icc_profile": profile, "exif": exif(), "xmp": xmp}
    plain[0].save(place("still.webp"), lossless=True, **metadata)
    plain[0].save(place("moving.webp"), save_all=True, append_images=plain[1:], duration=100, lossless=True, **metadata)
    plain[0].convert("RGB").save(place("still.jpg"), quality=95)
    plain[0].save(place("moving.gif"), save_all=True, append_images=plain[1:], duration=100, disposal=2)


def main():
    write("wide.icc", profile)
    write("some.xmp", xmp)
    write("some.exif", exif())
    for name in ("still.png", "source.png"):
        write(name, png())
    write("other.png", png(first=1))
    write("opaque.png", png(alpha=False))
    for name in ("moving.png", "moving.apng"):
        write(name, png(frames=3))
    write("still.icns", icns())
    by_pillow()
    tagged("still.jpg")
    source = place("source.png")
    options = ["--icc", place("wide.icc"), "--exif", place("some.exif"), "--xmp", place("some.xmp")]
    run("avifenc", "-d", "10", *options, source, place("still.avif"))
    run("avifenc", "-d", "10", *options, source, place("other.png"), place("moving.avif"))
    run("heif-enc", "-b", "10", source, "-o", place("still.heic"))
    tagged("still.heic")
    # Debian's djxl can't write a PNG with 16 bits and alpha.
    for name, content in {"still": png(depth=8), "deep": png(alpha=False), "moving": png(frames=3, depth=8)}.items():
        write("source.apng", content)
        run("cjxl", "--quiet", "-d", "0", "--container=1", place("source.apng"), place(f"{name}.jxl"))
        run("exiftool", "-q", "-overwrite_original", *words, place(f"{name}.jxl"))
    run("cjxl", "--quiet", "-d", "1", place("opaque.png"), place("lossy.jxl"))
    for form in by_imagemagick:
        deep = ["-depth", "8"] if form == "xpm" else []
        run("convert-im6.q16", source, *deep, place(f"still.{form}"))
        if form in ("tiff", "jp2", "psd", "psb"):
            tagged(f"still.{form}")
    run("ffmpeg", "-v", "error", "-i", place("still.webp"), place("still.qoi"))


main()
