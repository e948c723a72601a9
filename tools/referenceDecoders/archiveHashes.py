"""Prints the entries of a zip or tar as JSON. Writes nothing to disk."""
import calendar, hashlib, json, sys, tarfile, zipfile

UTF8_NAME = 0x800


def entry(path, kind, content=b"", executable=False, mtime=0):
    content = content if kind == "link" else hashlib.sha256(content).hexdigest() if kind == "file" else ""
    return {"path": path, "kind": kind, "content": content, "executable": executable, "mtime": mtime}


def isUtf8(name):
    try:
        return bool(name.decode())
    except UnicodeDecodeError:
        return False


def zipEntries(path):
    archive = zipfile.ZipFile(path)
    for info in archive.infolist():
        if not info.flag_bits & UTF8_NAME and isUtf8(info.filename.encode("cp437")) and not info.filename.isascii():
            sys.exit("Python takes names in UTF-8 for others where the zip does not say what they are.")
        mode, mtime = info.external_attr >> 16, calendar.timegm((*info.date_time, 0, 0, 0))
        if mode & 0o170000 == 0o120000:
            yield entry(info.filename, "link", archive.read(info).decode(), mtime=mtime)
        elif info.is_dir():
            yield entry(info.filename, "folder", executable=True, mtime=mtime)
        else:
            yield entry(info.filename, "file", archive.read(info), bool(mode & 0o111), mtime)


def tarEntries(path):
    archive = tarfile.open(path)
    for info in archive:
        if info.issym():
            yield entry(info.name, "link", info.linkname, mtime=int(info.mtime))
        elif info.isdir():
            yield entry(info.name, "folder", executable=True, mtime=int(info.mtime))
        elif info.isreg() or info.islnk():
            yield entry(info.name, "file", archive.extractfile(info).read(), bool(info.mode & 0o111), int(info.mtime))


def normal(path):
    return "/".join(part for part in path.split("/") if part not in ("", "."))


def withFolders(entries):
    """Adds the folders that paths imply. If several entries have the same path, the last one counts."""
    found = {}
    for each in entries:
        each["path"] = normal(each["path"])
        parts = each["path"].split("/")
        for end in range(1, len(parts)):
            folder = "/".join(parts[:end])
            found.setdefault(folder, entry(folder, "folder", executable=True))
        if each["path"]:
            found[each["path"]] = each
    return sorted(found.values(), key=lambda each: each["path"])


if __name__ == "__main__":
    read = zipEntries if sys.argv[1] == "zip" else tarEntries
    json.dump(withFolders(read(sys.argv[2])), sys.stdout)
