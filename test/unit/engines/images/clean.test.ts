import assert from 'node:assert/strict';
import { withoutLocationProperties } from '../../../../src/engines/images/clean.ts';

describe('withoutLocationProperties', () => {
  const cases: readonly (readonly [name: string, xmp: string, left: string])[] = [
    [
      'removes attributes with a location',
      `<a exif:GPSLatitude="1,2N" dc:title='x' photoshop:City = 'Paris'/>`,
      `<a dc:title='x'/>`,
    ],
    [
      'removes elements with everything in them',
      '<b/><photoshop:City>Paris</photoshop:City ><Iptc4xmpExt:LocationShown a:b="c"><rdf:Bag><Iptc4xmpExt:City/></rdf:Bag></Iptc4xmpExt:LocationShown><c/>',
      '<b/><c/>',
    ],
    ['removes empty elements', '<a><exif:GPSStatus/><exif:GPSAltitude x:y="z" /></a>', '<a></a>'],
    [
      'ends an element only at its own end tag',
      '<x:Location><x:LocationShown>a</x:LocationShown>b</x:Location>c',
      'c',
    ],
    [
      'keeps names that only begin like those of a location',
      '<dc:Cities>a</dc:Cities> dc:Citytrip="b"',
      '<dc:Cities>a</dc:Cities> dc:Citytrip="b"',
    ],
    ['removes the rest of the text if an element has no end', '<a/><x:City>Paris<b/>', '<a/>'],
    ['removes the rest of the text if an attribute has no end', '<a x:City="Paris/>', '<a'],
  ];
  for (const [name, xmp, left] of cases) {
    it(name, () => assert.equal(withoutLocationProperties(xmp), left));
  }
});
