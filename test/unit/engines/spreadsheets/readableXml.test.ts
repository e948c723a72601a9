import assert from 'node:assert/strict';
import { attributeText, readableXml } from '../../../../src/engines/spreadsheets/readableXml.ts';

const readable = (xml: string, isOpenDocument = false): string =>
  readableXml(Buffer.from(xml), isOpenDocument).toString();

const cell = (value: string): string =>
  `<table:table-cell office:value-type="time" office:time-value="${value}"/>`;
const days = (value: number): string =>
  `<table:table-cell office:value-type="float" office:value="${value}"/>`;

describe('readableXml', () => {
  it('leaves XML alone that the library can read', () => {
    const xml = Buffer.from('<row><c r="A1"><v>1</v></c></row>');
    assert.equal(readableXml(xml, false), xml);
  });

  it('replaces numeric references by characters, and CDATA by text', () => {
    assert.equal(readable('<t>&#128512;&#x41;&#xE9;</t>'), '<t>😀&#x41;é</t>');
    assert.equal(readable('<t><![CDATA[a < b & c]]>&amp;</t>'), '<t>a &lt; b &amp; c&amp;</t>');
  });

  it('survives CDATA without an end, and invalid character numbers', () => {
    assert.equal(readable('<t><![CDATA[a < b'), '<t>a < b');
    assert.equal(readable('<t>&#99999999;&#xFFFFFFFF;</t>'), '<t>&#99999999;&#xFFFFFFFF;</t>');
  });

  it('converts durations with fractions or a sign to days, only in OpenDocument', () => {
    assert.equal(readable(cell('PT36H0M0.0S'), true), days(1.5));
    assert.equal(readable(cell('-PT6H'), true), days(-0.25));
    assert.equal(readable(cell('PT36H'), true), cell('PT36H'));
    assert.equal(readable(cell('no span'), true), cell('no span'));
  });
});

describe('attributeText', () => {
  it('decodes an attribute’s text', () => {
    assert.equal(
      attributeText('a &amp; b &lt;&#x263A;&#65;&unknown;&#x110000;'),
      'a & b <☺A&unknown;&#x110000;',
    );
  });
});
