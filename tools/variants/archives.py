"""Makes the archives that archives.ts lists, each under its name in the given folder."""
import bz2, gzip, io, lzma, os, shutil, struct, subprocess, sys, tarfile, tempfile, zipfile, zlib

VARIANTS = {}
WHEN = 1_700_000_000
TEXT = "".join(f"line {n}, {n * n}\n" for n in range(4000)).encode()
NOISE = b"".join(zlib.crc32(n.to_bytes(4, "big")).to_bytes(4, "big") for n in range(3000))
FILES = {"text.txt": TEXT, "folder/noise.bin": NOISE, "folder/empty.dat": b"", "folder/deep/Größe – 日本語.txt": b"x" * 70000}
PLAIN = {name.encode("ascii", "ignore").decode().replace(" ", ""): content for name, content in FILES.items()}


def variant(file_format, name):
    def add(make):
        VARIANTS[f"{name}.{file_format}"] = make
        return make

    return add


def run(*args, cwd=None, stdin=None, stdout=subprocess.DEVNULL):
    return subprocess.run(args, cwd=cwd, input=stdin, check=True, stdout=stdout, stderr=subprocess.DEVNULL).stdout


def tree(files=FILES):
    """A folder with these files and an empty folder, all with the same time."""
    folder = tempfile.mkdtemp()
    os.mkdir(os.path.join(folder, "nothing"))
    for name, content in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as out:
            out.write(content)
    for place, folders, names in os.walk(folder):
        for each in [*folders, *names]:
            os.utime(os.path.join(place, each), (WHEN, WHEN))
    return folder


def by(*command, files=FILES, end=()):
    """A writer that runs a program in a folder with these files. The archive is the last argument of the command."""

    def write(file):
        folder = tree(files)
        run(*command, file, *end, cwd=folder)
        shutil.rmtree(folder)

    return write


# ---------------------------------------------------------------- zip


def zipped(method=zipfile.ZIP_DEFLATED, files=FILES, prepare=lambda info: None, prefix=b"", comment=b"", folders=("nothing/",)):
    def write(file):
        with open(file, "wb") as out:
            out.write(prefix)
            with zipfile.ZipFile(out, "w", method) as archive:
                archive.comment = comment
                for name in folders:
                    archive.writestr(zipfile.ZipInfo(name, (2023, 11, 14, 22, 13, 20)), b"")
                for name, content in files.items():
                    info = zipfile.ZipInfo(name, (2023, 11, 14, 22, 13, 20))
                    info.compress_type = method
                    prepare(info)
                    archive.writestr(info, content)

    return write


variant("zip", "stored")(zipped(zipfile.ZIP_STORED))
variant("zip", "deflate")(zipped())
variant("zip", "bzip2")(zipped(zipfile.ZIP_BZIP2))
variant("zip", "LZMA")(zipped(zipfile.ZIP_LZMA))
variant("zip", "data before it")(zipped(prefix=b"#!/bin/sh\nexit\n" * 9))
variant("zip", "comments")(zipped(comment=b"of the archive", prepare=lambda info: setattr(info, "comment", b"of an entry")))
variant("zip", "unknown extra fields")(zipped(prepare=lambda info: setattr(info, "extra", struct.pack("<HH4s", 0x7777, 4, b"abcd"))))
for method in ("Deflate64", "PPMd", "LZMA", "BZip2"):
    variant("zip", f"{method}, by 7-Zip")(by("7zz", "a", f"-mm={method}", "-tzip", end=(".",)))
variant("zip", "XZ, by 7-Zip")(by("7zz", "a", "-mm=XZ", "-tzip", end=(".",)))
variant("zip", "by bsdtar, sizes after the data")(by("bsdtar", "-a", "-cf", end=("text.txt", "folder", "nothing")))


class Names437(zipfile.ZipInfo):
    def _encodeFilenameFlags(self):
        return self.filename.encode("cp437"), self.flag_bits & ~0x800


@variant("zip", "names in CP437")
def names437(file):
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in (("Größe.txt", TEXT), ("a/ñ¥.bin", NOISE)):
            archive.writestr(Names437(name, (2023, 11, 14, 22, 13, 20)), content)


@variant("zip", "names in UTF-8 without the flag")
def names8(file):
    class Names(zipfile.ZipInfo):
        def _encodeFilenameFlags(self):
            return self.filename.encode(), self.flag_bits & ~0x800

    with zipfile.ZipFile(file, "w") as archive:
        for name, content in (("Größe.txt", TEXT), ("日本語.bin", NOISE)):
            info = Names(name, (2023, 11, 14, 22, 13, 20))
            info.create_system = 3
            archive.writestr(info, content)


@variant("zip", "sizes of 64 bits")
def zip64(file):
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in FILES.items():
            with archive.open(zipfile.ZipInfo(name, (2023, 11, 14, 22, 13, 20)), "w", force_zip64=True) as entry:
                entry.write(content)


@variant("zip", "sizes of 64 bits everywhere")
def zip64Everywhere(file):
    """A ZIP with the Zip64 form of each record (APPNOTE.TXT, 4.3.14 and 4.5.3), even for small files."""
    with open(file, "wb") as out:
        directory = b""
        for name, content in FILES.items():
            raw = name.encode()
            sizes = struct.pack("<HHQQ", 1, 16, len(content), len(content))
            head = struct.pack("<HHHHIIIH", 0x800, 0, 0x6E8E, 0x576E, zlib.crc32(content), 0xFFFFFFFF, 0xFFFFFFFF, len(raw))
            placed = struct.pack("<HHQQQ", 1, 24, len(content), len(content), out.tell())
            directory += b"PK\1\2" + struct.pack("<HH", 45, 45) + head + struct.pack("<HHHHII", len(placed), 0, 0, 0, 0, 0xFFFFFFFF) + raw + placed
            out.write(b"PK\3\4" + struct.pack("<H", 45) + head + struct.pack("<H", len(sizes)) + raw + sizes + content)
        start = out.tell()
        end = b"PK\6\6" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, len(FILES), len(FILES), len(directory), start)
        locator = b"PK\6\7" + struct.pack("<IQI", 0, start + len(directory), 1)
        out.write(directory + end + locator + b"PK\5\6" + struct.pack("<HHHHIIH", 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0))


for method in ("AES128", "AES192", "AES256", "ZipCrypto"):
    shown = f"AES of {method[3:]} bits" if method != "ZipCrypto" else method
    variant("zip", f"locked: {shown}, by 7-Zip")(by("7zz", "a", f"-mem={method}", "-pgeheim", "-tzip", end=(".",)))
variant("zip", "locked: ZipCrypto, by Info-ZIP")(by("zip", "-q", "-r", "-P", "geheim", end=(".",)))
for shown, method in {"AES of 256 bits": "aes256", "ZipCrypto": "zipcrypt"}.items():
    variant("zip", f"locked: {shown}, by bsdtar")(by("bsdtar", "-a", "--options", f"zip:encryption={method}", "--passphrase", "geheim", "-cf", end=("text.txt", "folder", "nothing")))


@variant("zip", "the last of several volumes")
def lastVolume(file, wanted=".zip"):
    folder = tree({"noise.bin": NOISE * 10})
    run("zip", "-q", "-s", "64k", "-0", "volume.zip", "noise.bin", cwd=folder)
    shutil.copy(os.path.join(folder, f"volume{wanted}"), file)
    shutil.rmtree(folder)


variant("zip", "the first of several volumes")(lambda file: lastVolume(file, ".z01"))


@variant("zip", "written as a stream")
def streamed(file):
    class Pipe(io.RawIOBase):
        def __init__(self, out):
            self.out = out

        def writable(self):
            return True

        def write(self, data):
            return self.out.write(data)

    with open(file, "wb") as out, zipfile.ZipFile(Pipe(out), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in FILES.items():
            archive.writestr(name, content)


@variant("zip", "Zstandard")
def zstandard(file):
    packed = run("zstd", "-c", stdin=TEXT, stdout=subprocess.PIPE)
    local = b"PK\3\4" + struct.pack("<HHHHHIIIHH", 63, 0, 93, 0x6E8E, 0x576E, zlib.crc32(TEXT), len(packed), len(TEXT), 8, 0) + b"text.txt" + packed
    central = b"PK\1\2" + struct.pack("<HHHHHHIIIHHHHHII", 63, 63, 0, 93, 0x6E8E, 0x576E, zlib.crc32(TEXT), len(packed), len(TEXT), 8, 0, 0, 0, 0, 0, 0) + b"text.txt"
    with open(file, "wb") as out:
        out.write(local + central + b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(central), len(local), 0))


@variant("zip", "an unknown method")
def unknownMethod(file):
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("text.txt", TEXT)
    with open(file, "rb") as packed:
        content = bytearray(packed.read())
    for at in (8, content.rindex(b"PK\1\2") + 10):
        content[at] = 19
    with open(file, "wb") as out:
        out.write(content)


# ---------------------------------------------------------------- tar


def tarred(style, mode="w", more=None):
    def write(file):
        with tarfile.open(file, mode, format=style) as archive:
            folder = tarfile.TarInfo("nothing")
            folder.type, folder.mtime, folder.mode = tarfile.DIRTYPE, WHEN, 0o755
            archive.addfile(folder)
            for name, content in FILES.items():
                info = tarfile.TarInfo(name)
                info.size, info.mtime = len(content), WHEN
                archive.addfile(info, io.BytesIO(content))
            if more:
                more(archive)

    return write


def longNames(archive):
    info = tarfile.TarInfo("/".join(["a folder with a long name"] * 9) + "/" + "file" * 40)
    info.size = len(TEXT)
    archive.addfile(info, io.BytesIO(TEXT))


def huge(archive):
    info = tarfile.TarInfo("before 1970")
    info.size, info.mtime, info.uid = 3, -86400, 3_000_000_000
    archive.addfile(info, io.BytesIO(b"abc"))


variant("tar", "ustar")(tarred(tarfile.USTAR_FORMAT))
variant("tar", "pax, long names")(tarred(tarfile.PAX_FORMAT, more=longNames))
variant("tar", "GNU, long names")(tarred(tarfile.GNU_FORMAT, more=longNames))
variant("tar", "GNU, numbers in base 256")(tarred(tarfile.GNU_FORMAT, more=huge))
variant("tar", "v7")(by("bsdtar", "--format", "v7tar", "-cf", files=PLAIN, end=("text.txt", "folder", "nothing")))
for style in ("gnu", "oldgnu", "posix", "ustar", "v7"):
    variant("tar", f"GNU tar, {style}")(by("tar", f"--format={style}", "-cf", end=("text.txt", "folder", "nothing")))


def sparse(version):
    def write(file):
        folder = tree({"a.txt": TEXT})
        with open(os.path.join(folder, "sparse.bin"), "wb") as out:
            out.write(b"begin")
            out.seek(1 << 20)
            out.write(b"middle")
            out.truncate(3 << 20)
        style = ["--format=posix", f"--sparse-version={version}"] if version else ["--format=gnu"]
        run("tar", *style, "-Scf", file, "a.txt", "sparse.bin", cwd=folder)
        shutil.rmtree(folder)

    return write


variant("tar", "GNU tar, sparse")(sparse(None))
for version in ("0.0", "0.1", "1.0"):
    variant("tar", f"GNU tar, sparse {version} in pax")(sparse(version))
variant("tar.gz", "by Python")(tarred(tarfile.PAX_FORMAT, "w:gz"))
variant("tar.bz2", "by Python")(tarred(tarfile.PAX_FORMAT, "w:bz2"))
variant("tar.xz", "by Python")(tarred(tarfile.PAX_FORMAT, "w:xz"))
variant("tar.zst", "by GNU tar")(by("tar", "--zstd", "-cf", end=("text.txt", "folder", "nothing")))


# ---------------------------------------------------------------- compressed tars


def written(content):
    def write(file):
        with open(file, "wb") as out:
            out.write(content() if callable(content) else content)

    return write


def bytes_of(write):
    with tempfile.NamedTemporaryFile() as out:
        write(out.name)
        return out.read()


TAR = bytes_of(tarred(tarfile.PAX_FORMAT))
HALVES = TAR[:70000], TAR[70000:]


def gzipNamed():
    out = io.BytesIO()
    with gzip.GzipFile("Größe.txt", "wb", 9, out, WHEN) as packed:
        packed.write(TAR)
    return out.getvalue()


def command(*args, stdin=TAR):
    return run(*args, stdin=stdin, stdout=subprocess.PIPE)


variant("tar.gz", "with a name")(written(gzipNamed))
variant("tar.gz", "several members")(written(b"".join(gzip.compress(part, mtime=0) for part in (*HALVES, b""))))
variant("tar.gz", "trailing zeros")(written(gzip.compress(TAR, mtime=0) + bytes(1024)))
variant("tar.gz", "stored")(written(gzip.compress(TAR, 0, mtime=0)))
variant("tar.gz", "extra field, comment and header sum")(written(lambda: withHeader(TAR)))
variant("tar.bz2", "several members")(written(bz2.compress(HALVES[0]) + bz2.compress(HALVES[1], 1)))
variant("tar.xz", "several streams with padding")(written(lzma.compress(HALVES[0]) + bytes(8) + lzma.compress(HALVES[1])))
variant("tar.xz", "blocks and SHA-256")(written(lambda: command("xz", "-c", "--block-size=20000", "--check=sha256")))
variant("tar.xz", "without a check")(written(lambda: command("xz", "-c", "--check=none")))
variant("tar.xz", "x86 and delta filters")(written(lambda: lzma.compress(TAR, filters=[{"id": lzma.FILTER_X86}, {"id": lzma.FILTER_DELTA, "dist": 4}, {"id": lzma.FILTER_LZMA2, "preset": 6}])))
variant("tar.zst", "several frames and a skippable one")(written(lambda: command("zstd", "-c", stdin=HALVES[0]) + b"\x50\x2a\x4d\x18\x04\0\0\0abcd" + command("zstd", "-c", "-19", "--no-check", stdin=HALVES[1])))
variant("tar.zst", "a long window")(written(lambda: command("zstd", "-c", "--long=27")))
variant("tar.zst", "of unknown size")(written(lambda: command("zstd", "-c", "--no-content-size")))


def withHeader(content):
    head = b"\x1f\x8b\x08" + bytes([0b11110]) + struct.pack("<I", WHEN) + b"\0\3" + struct.pack("<H", 8) + b"AB\4\0abcd" + b"name\0" + b"a comment\0"
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return head + struct.pack("<H", zlib.crc32(head) & 0xFFFF) + packer.compress(content) + packer.flush() + struct.pack("<II", zlib.crc32(content), len(content))


# ---------------------------------------------------------------- 7z and others

for name, switches in {
    "LZMA": ["-m0=LZMA"],
    "LZMA2": ["-m0=LZMA2"],
    "PPMd": ["-m0=PPMd"],
    "BZip2": ["-m0=BZip2"],
    "Deflate": ["-m0=Deflate"],
    "copied": ["-mx=0"],
    "BCJ and LZMA": ["-m0=BCJ", "-m1=LZMA"],
    "BCJ2": ["-mf=BCJ2"],
    "ARM64 filter": ["-mf=ARM64"],
    "delta": ["-m0=Delta:4", "-m1=LZMA2"],
    "not solid": ["-ms=off"],
    "plain headers": ["-mhc=off"],
    "locked": ["-pgeheim"],
    "locked with its names": ["-pgeheim", "-mhe=on"],
    "locked, uncompressed": ["-pgeheim", "-mx=0"],
}.items():
    variant("7z", name)(by("7zz", "a", "-t7z", *switches, end=(".",)))
variant("7z", "by bsdtar")(by("bsdtar", "--format", "7zip", "-cf", end=("text.txt", "folder", "nothing")))

def cpio(file, style):
    folder = tree(PLAIN)
    names = subprocess.run(["find", "text.txt", "folder", "nothing"], cwd=folder, check=True, capture_output=True).stdout
    run("cpio", "-o", "-H", style, "-F", file, cwd=folder, stdin=names)
    shutil.rmtree(folder)


for name, style in {"odc": "odc", "newc": "newc", "sums": "crc", "binary": "bin", "HP-UX": "hpodc"}.items():
    variant("cpio", name)(lambda file, style=style: cpio(file, style))
variant("cpio", "by bsdtar")(by("bsdtar", "--format", "newc", "-cf", end=("text.txt", "folder", "nothing")))
ISO = {
    "plain": [],
    "Joliet": ["-J"],
    "Rock Ridge": ["-R"],
    "Joliet and Rock Ridge": ["-J", "-R"],
    "long plain names": ["-l", "-allow-lowercase", "-relaxed-filenames"],
    "UDF beside it": ["-udf", "-J", "-R"],
}
for name, switches in ISO.items():
    variant("iso", name)(by("genisoimage", "-quiet", *switches, "-o", end=(".",), files=FILES if switches and "J" in "".join(switches) else PLAIN))
variant("iso", "by xorriso")(by("xorriso", "-as", "mkisofs", "-J", "-R", "-o", end=(".",)))


def cab(*switches):
    def write(file):
        folder = tree(PLAIN)
        run("gcab", "-c", *switches, file, *PLAIN, cwd=folder)
        shutil.rmtree(folder)

    return write


variant("cab", "stored")(cab("-n"))
variant("cab", "MSZIP")(cab("-z"))


def wim(*switches):
    def write(file):
        folder = tree()
        run("wimlib-imagex", "capture", folder, file, *switches)
        shutil.rmtree(folder)

    return write


for name, switches in {"XPRESS": ["--compress=XPRESS"], "LZX": ["--compress=LZX"], "LZMS": ["--compress=LZMS"], "not compressed": ["--compress=none"], "solid": ["--solid"]}.items():
    variant("wim", name)(wim(*switches))


@variant("wim", "the first of several volumes")
def firstVolume(file):
    folder = tree({"noise.bin": NOISE * 30, "other.bin": bytes(reversed(NOISE * 30))})
    whole = f"{file}.whole"
    run("wimlib-imagex", "capture", folder, whole, "--compress=none")
    run("wimlib-imagex", "split", whole, file, "0.4")
    shutil.rmtree(folder)


if __name__ == "__main__":
    os.environ["SOURCE_DATE_EPOCH"] = str(WHEN)
    os.environ["TZ"] = "UTC"
    for name, write in VARIANTS.items():
        write(os.path.join(sys.argv[1], name))
