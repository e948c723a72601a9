"""DDS files (Microsoft, DDS_HEADER and DDS_HEADER_DXT10) with random blocks, or with pixels described by masks."""

import struct

import numpy

from picture import alpha, colors, height, width


def dds(recipe):
    """The bytes of the file, and the expected picture as RGBA, or nothing if only a decoder can determine it."""
    truth = numpy.dstack([colors(), alpha()])
    masks = recipe.get("masks")
    if masks is None:
        content = blocks(recipe["block"], recipe.get("modes", False))
    else:
        content = masked(truth, masks, recipe["bits"])
        truth = shown(truth, masks, recipe.get("gray", False))
    content *= recipe.get("surfaces", 1)
    return header(recipe, recipe.get("headerMasks", masks or [0, 0, 0, 0])) + content, truth.astype("uint8")


def header(recipe, masks):
    code, dxgi = recipe.get("code", "DX10" if "dxgi" in recipe else None), recipe.get("dxgi")
    flags = 4 if code else recipe["flags"]
    bits = 0 if code else recipe["bits"]
    pixel_format = struct.pack("<II4sI4I", 32, flags, (code or "\0\0\0\0").encode(), bits, *([0] * 4 if code else masks))
    start = struct.pack("<7I44x", 124, 0x1007, height, width, 0, 0, recipe.get("mips", 1))
    capabilities = struct.pack("<5I", 0x1000, recipe.get("cube", 0), 0, 0, 0)
    extended = b"" if dxgi is None else struct.pack("<5I", dxgi, recipe.get("dimension", 3), 0, recipe.get("array", 1), 0)
    return b"DDS " + start + pixel_format + capabilities + extended


def blocks(size, modes):
    """Random blocks, because any bytes are valid. In BC7, the lowest bit that is set determines the mode."""
    count = -(-width // 4) * -(-height // 4)
    content = numpy.random.default_rng(5).integers(0, 256, (count, size)).astype("uint8")
    if modes:
        mode = numpy.arange(count) % 8
        content[:, 0] = (content[:, 0] & ~((2 << mode) - 1) & 255) | (1 << mode)
    return content.tobytes()


def parts(mask):
    shift = (mask & -mask).bit_length() - 1 if mask else 0
    return shift, mask >> shift


def masked(picture, masks, bits):
    pixels = numpy.zeros((height, width), "uint64")
    for channel, mask in enumerate(masks):
        shift, most = parts(mask)
        pixels |= ((picture[:, :, channel].astype("uint64") * most + 127) // 255) << numpy.uint64(shift)
    flat = pixels.ravel().astype("<u8").view("uint8").reshape(-1, 8)
    return flat[:, : bits // 8].tobytes()


def shown(picture, masks, gray):
    result = picture.copy()
    for channel, mask in enumerate(masks):
        _, most = parts(mask)
        level = (picture[:, :, channel].astype("uint64") * most + 127) // 255
        result[:, :, channel] = (level * 255 + most // 2) // most if mask else (255 if channel == 3 else 0)
    if gray:
        result[:, :, 1] = result[:, :, 2] = result[:, :, 0]
    return result
