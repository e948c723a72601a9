"""The picture in the files of variants, drawn in the number of colors that a variant supports."""

import numpy

width, height = 37, 23  # Odd, so that rows need padding.


def colors():
    """Gradients of three colors, a stripe of one color (for runs), and noise (for pixels without runs)."""
    y, x = numpy.mgrid[0:height, 0:width]
    picture = numpy.stack([x * 255 // (width - 1), y * 255 // (height - 1), (x * 7 + y * 13) % 256], 2)
    picture[6:10, 3:30] = (200, 30, 90)
    picture[14:18] = numpy.random.default_rng(7).integers(0, 256, (4, width, 3))
    return picture.astype("uint8")


def alpha():
    """A gradient from transparent to opaque."""
    y, x = numpy.mgrid[0:height, 0:width]
    return ((x * 255) // (width - 1)).astype("uint8")


def numbers(count):
    """Indexes of this many colors, with gradients, runs, and noise."""
    y, x = numpy.mgrid[0:height, 0:width]
    picture = (x + y * 3) * count // (width + 3 * height)
    picture[6:10, 3:30] = count - 1
    picture[14:18] = numpy.random.default_rng(7).integers(0, count, (4, width))
    return picture.astype("uint8")


def palette(count):
    """This many different colors, the first of which is neither black nor white."""
    index = numpy.arange(count)
    return numpy.stack([(index * 37 + 40) % 256, (index * 91 + 10) % 256, (index * 151 + 70) % 256], 1).astype("uint8")
