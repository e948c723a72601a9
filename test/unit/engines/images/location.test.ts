import assert from 'node:assert/strict';
import { withoutPlaces } from '../../../../src/engines/images/location.ts';

describe('withoutPlaces', () => {
  const cases: readonly (readonly [name: string, xmp: string, left: string])[] = [
    [
      'takes the attributes that say where',
      `<a exif:GPSLatitude="1,2N" dc:title='x' photoshop:City = 'Paris'/>`,
      `<a dc:title='x'/>`,
    ],
    [
      'takes elements, with all that is in them',
      '<b/><photoshop:City>Paris</photoshop:City ><Iptc4xmpExt:LocationShown a:b="c"><rdf:Bag><Iptc4xmpExt:City/></rdf:Bag></Iptc4xmpExt:LocationShown><c/>',
      '<b/><c/>',
    ],
    ['takes elements that hold nothing', '<a><exif:GPSStatus/><exif:GPSAltitude x:y="z" /></a>', '<a></a>'],
    [
      'ends an element at its own end only',
      '<x:Location><x:LocationShown>a</x:LocationShown>b</x:Location>c',
      'c',
    ],
    [
      'leaves what only begins so',
      '<dc:Cities>a</dc:Cities> dc:Citytrip="b"',
      '<dc:Cities>a</dc:Cities> dc:Citytrip="b"',
    ],
    ['leaves out the rest where a place has no end', '<a/><x:City>Paris<b/>', '<a/>'],
    ['leaves out the rest where an attribute has no end', '<a x:City="Paris/>', '<a'],
  ];
  for (const [name, xmp, left] of cases) {
    it(name, () => assert.equal(withoutPlaces(xmp), left));
  }
});
