import { readFile } from 'node:fs/promises';
import { withFile } from './lentFiles.ts';
import { printed, printedText } from './program.ts';

/** Tags with a location. */
export const places = [
  '-EXIF:GPSLatitude=52.5',
  '-EXIF:GPSLatitudeRef=N',
  '-EXIF:GPSLongitude=13.4',
  '-EXIF:GPSLongitudeRef=E',
  '-EXIF:GPSAltitude=34',
  '-XMP-exif:GPSLatitude=52.5',
  '-XMP-exif:GPSLongitude=13.4',
  '-XMP-photoshop:City=Berlin',
  '-XMP-iptcCore:Location=Berlin, Unter den Linden',
  '-XMP-iptcExt:LocationShownCity=Berlin',
];
/** Tags without a location. */
export const remarks = [
  '-EXIF:Artist=Ada Example',
  '-EXIF:Make=Example',
  '-EXIF:DateTimeOriginal=2026:05:04 10:20:30',
  '-XMP-dc:Title=A walk',
  '-XMP-xmp:Rating=4',
];

/** An image with tags set, in the form of arguments such as `-Artist=Ada`. */
export async function tagged(image: Buffer, format: string, ...tags: readonly string[]): Promise<Buffer> {
  return withFile(image, format, async (file) => {
    await printed('exiftool', ['-q', '-m', '-overwrite_original', ...tags, file]);
    return readFile(file);
  });
}

/** An image's metadata, by group and name of the tag: `IFD0:Artist`. */
export async function tagsOf(image: Buffer, format: string): Promise<ReadonlyMap<string, string>> {
  return withFile(image, format, async (file) => {
    const text = await printedText('exiftool', ['-a', '-s', '-G1', '-t', file]);
    const lines = text
      .trim()
      .split('\n')
      .map((line) => line.split('\t'));
    return new Map(lines.map(([group, name, value = '']) => [`${group}:${name}`, value]));
  });
}
