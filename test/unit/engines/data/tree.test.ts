import assert from 'node:assert/strict';
import { readCsv, recordsOf, tableOf, typedTable, writeCsv } from '../../../../src/engines/data/tables.ts';
import { readIni, writeIni } from '../../../../src/engines/data/ini.ts';
import { readJson, readNdjson, writeJson } from '../../../../src/engines/data/json.ts';
import { readToml, writeToml } from '../../../../src/engines/data/toml.ts';
import { ExactNumber, parseExactNumber } from '../../../../src/engines/data/tree.ts';
import { readXml, writeXml } from '../../../../src/engines/data/xml.ts';
import { readYaml, writeYaml } from '../../../../src/engines/data/yaml.ts';

const json = (text: string): string => writeJson(readJson(text), 0).trimEnd();

describe('parseExactNumber', () => {
  it('is a plain number if that has the same value', () => {
    for (const [text, number] of [
      ['1.50', 1.5],
      ['1e3', 1000],
      ['0.000', 0],
      ['-12.0e-1', -1.2],
      ['9007199254740991', 2 ** 53 - 1],
      ['1e20', 1e20],
    ] as const) {
      assert.equal(parseExactNumber(text), number, text);
    }
  });

  it('loses no digit of any other number', () => {
    assert.equal(parseExactNumber('9007199254740993'), 9007199254740993n);
    // The nearest double prints the same digits.
    assert.equal(parseExactNumber('9007199254740992'), 9007199254740992n);
    assert.equal(parseExactNumber('3681579493102783500'), 3681579493102783500n);
    assert.equal(parseExactNumber('-3681579493102783500'), -3681579493102783500n);
    assert.deepEqual(parseExactNumber('0.1234567890123456789'), new ExactNumber('0.1234567890123456789'));
    assert.deepEqual(parseExactNumber('1e999'), new ExactNumber('1e999'));
    assert.deepEqual(parseExactNumber('+.1234567890123456789'), new ExactNumber('0.1234567890123456789'));
  });
});

describe('JSON', () => {
  const numbers = '[12345678901234567890,3.141592653589793238462643,1e999,-0.5]';

  it('is unchanged, including big numbers, odd keys, and order', () => {
    for (const text of [numbers, '{"b":1,"10":2,"2":3,"__proto__":4,"":null}', '"\\ud800 \\u0000 😀"']) {
      assert.equal(json(text), text);
    }
  });

  it('keeps big numbers through YAML', () => {
    assert.equal(writeJson(readYaml(writeYaml(readJson(numbers), 2)), 0).trimEnd(), numbers);
  });

  it('may have comments and trailing commas', () => {
    assert.equal(json('{ // one\n "a": [1, /* two */ 2,], }'), '{"a":[1,2]}');
  });

  for (const [text, line] of [
    ['{"a": 1,\n"b" 2}', 2],
    ['', 1],
    ['[1]\n\n[2]', 3],
    ['{"a":\n', 2],
  ] as const) {
    it(`reports the line of the error in ${JSON.stringify(text)}`, () => {
      const message = new RegExp(`^Invalid JSON, line ${line}: [^.\n]+\\.$`);
      assert.throws(() => readJson(text), { code: 'conversion.invalid_input', message });
    });
  }

  it('reports the line of a duplicate key', () => {
    const message = 'Invalid JSON, line 2: the key “a” appears twice.';
    assert.throws(() => readJson('{"a": {"b": 1},\n"a": {"b": 2}}'), { message });
    const inLines = 'Invalid NDJSON, line 2: the key “a” appears twice.';
    assert.throws(() => readNdjson('{"a": 1}\n{"a": 1, "a": 2}'), { message: inLines });
  });

  it('is read line by line as NDJSON', () => {
    assert.deepEqual(readNdjson('1\r\n\n"a"\n'), [1, 'a']);
    assert.throws(() => readNdjson('1\n{\n'), { message: 'Invalid NDJSON, line 2: the line isn’t JSON.' });
  });
});

describe('YAML', () => {
  it('may have merge keys, several documents, and keys that aren’t strings', () => {
    assert.equal(
      writeJson(readYaml('a: &x {b: 1}\nc: {<<: *x, 2: y}\n'), 0),
      '{"a":{"b":1},"c":{"b":1,"2":"y"}}\n',
    );
    assert.deepEqual(readYaml('--- 1\n--- 2\n'), [1, 2]);
    assert.deepEqual(readYaml(''), null);
  });

  it('keeps values with leading zeros as text, because versions differ', () => {
    assert.deepEqual(readYaml('[008, 010, 0, 0.5]'), ['008', '010', 0, 0.5]);
  });

  it('may have numbers in other bases, and those without a JSON literal', () => {
    assert.equal(
      writeJson(readYaml('[0x1F, 0o17, .inf, -.inf, +1.5]'), 0),
      '[31,15,"Infinity","-Infinity",1.5]\n',
    );
  });

  it('keeps numeric keys as written', () => {
    const keys = ['10513478508167781E58455', '11193430644352832E11281', '1', '1.0', '9007199254740993', '.5'];
    const tree = readYaml(keys.map((key, at) => `${key}: ${at}\n`).join(''));
    assert.deepEqual(tree, new Map(keys.map((key, at) => [key, at])));
  });

  it('reports the line of a duplicate key, also if keys become equal as text', () => {
    for (const [text, key] of [
      ['a: 1\na: 2', 'a'],
      ['4: 1\n"4": 2', '4'],
      ['true: 1\n"true": 2', 'true'],
      ['0x10: 1\n16: 2', '16'],
    ] as const) {
      assert.throws(() => readYaml(text), {
        message: `Invalid YAML, line 2: the key “${key}” appears twice.`,
      });
    }
    const message = 'Two keys would both become “4”. Rename one of them first.';
    assert.throws(() => readYaml('a: &n 4\nb: {*n : 1, "4": 2}'), { message });
  });

  it('keeps dates and numeric sets', () => {
    assert.equal(
      writeJson(readYaml('{a: !!timestamp 2001-12-14, b: !!set {1, 2}, <<: {c: 1}, <<: {d: 2}}'), 0),
      '{"a":"2001-12-14T00:00:00.000Z","b":[1,2],"c":1,"d":2}\n',
    );
  });

  it('has very small and large numbers that YAML 1.1 readers recognize', () => {
    assert.equal(writeYaml([1e-7, -5e21, 1.5e-9], 2), '- 1.0e-7\n- -5.0e+21\n- 1.5e-9\n');
  });

  it('has quotes for text that a YAML 1.1 reader would misread', () => {
    assert.equal(writeYaml(['no', '12:30', '1_0'], 2), '- "no"\n- "12:30"\n- "1_0"\n');
  });

  it('has a quoted equals sign, which YAML 1.1 readers take for a type of its own', () => {
    assert.equal(writeYaml(readJson('{"=":"=","a":"b=c"}'), 2), '"=": "="\na: b=c\n');
  });

  it('has the long form of CloudFormation’s tags', () => {
    const text = `Name: !Sub "\${Env}-b"
Role: !GetAtt Nested.Outputs.Arn
Image: &image !FindInMap [Map, !Ref AWS::Region, Image]
Same: *image
If: !If [IsLarge, !Base64 {"Fn::Join": ["", [a]]}, 1]
Only: !Condition IsLarge
`;
    assert.deepEqual(JSON.parse(writeJson(readYaml(text), 0)), {
      Name: { 'Fn::Sub': '${Env}-b' },
      Role: { 'Fn::GetAtt': ['Nested', 'Outputs.Arn'] },
      Image: { 'Fn::FindInMap': ['Map', { Ref: 'AWS::Region' }, 'Image'] },
      Same: { 'Fn::FindInMap': ['Map', { Ref: 'AWS::Region' }, 'Image'] },
      If: { 'Fn::If': ['IsLarge', { 'Fn::Base64': { 'Fn::Join': ['', ['a']] } }, 1] },
      Only: { Condition: 'IsLarge' },
    });
    assert.equal(writeJson(readYaml('key: !secret password'), 0), '{"key":"password"}\n');
  });

  it('reports the line of an error', () => {
    const message = /^Invalid YAML, line 2: /;
    assert.throws(() => readYaml('a: 1\nb: ]'), { message });
  });
});

describe('TOML', () => {
  it('keeps 64-bit integers, and bigger ones as text', () => {
    const text = writeToml(
      readJson('{"a":9007199254740993,"b":92233720368547758080,"c":null,"__proto__":1}'),
    );
    assert.equal(text, 'a = 9007199254740993\nb = "92233720368547758080"\n__proto__ = 1\n');
    assert.equal(
      writeJson(readToml(text), 0),
      '{"a":9007199254740993,"b":"92233720368547758080","__proto__":1}\n',
    );
  });

  it('keeps an integer that equals a double’s digits', () => {
    assert.equal(writeToml(readJson('{"id":3681579493102783500}')), 'id = 3681579493102783500\n');
    assert.equal(writeToml(readYaml('id: 9007199254740992')), 'id = 9007199254740992\n');
  });

  it('refuses a sparse list, and reports the line of an error', () => {
    assert.throws(() => writeToml([1, null]), { code: 'conversion.invalid_input' });
    assert.throws(() => readToml('a = 1\nb = @'), { message: 'Invalid TOML, line 2: invalid value.' });
  });
});

describe('INI', () => {
  it('keeps colors, addresses, and lists, and drops comments', () => {
    const text =
      '; a\n[s]\ncolor = #fff ; b\nurl=http://a/;p#f\nlist[] = 1\nlist[] = 2 # c\nquoted = "x # y"\nout = a\\;b\n';
    assert.equal(
      writeJson(readIni(text), 0),
      '{"s":{"color":"#fff","url":"http://a/;p#f","list":["1","2"],"quoted":"x # y","out":"a;b"}}\n',
    );
  });
});

describe('INI, read or written,', () => {
  it('keeps paths of Windows, and removes quotes', () => {
    const text = String.raw`a="C:\Program Files\App"
b="C:\new\table" ; not a line break
c = 'D:\net'  # a comment
d = C:\new\\x
e = \\server\share
f="\\server\share"
g = "C:\\new"
h = "two\nlines"
i = "x=C:\new" and "more"
`;
    const paths = readIni(text);
    const expected = {
      a: String.raw`C:\Program Files\App`,
      b: String.raw`C:\new\table`,
      c: String.raw`D:\net`,
      d: String.raw`C:\new\\x`,
      e: String.raw`\\server\share`,
      f: String.raw`\\server\share`,
      g: String.raw`C:\new`,
      h: 'two\nlines',
    };
    assert.deepEqual(JSON.parse(writeJson(paths, 0)), { ...expected, i: String.raw`"x=C:\new" and "more"` });
    const written = writeIni(readJson(JSON.stringify(expected)));
    assert.deepEqual(JSON.parse(writeJson(readIni(written), 0)), expected);
  });

  it('treats a repeated key as a list', () => {
    const text = '[a]\nb = 1\nb = 2\n[c]\nb = 3\n[]\n__proto__ = 4\n';
    assert.equal(writeJson(readIni(text), 0), '{"a":{"b":["1","2"]},"c":{"b":"3"},"":{"__proto__":"4"}}\n');
  });

  it('refuses an entry named like a section, and an impossible key', () => {
    for (const text of ['a = 1\n[a]\nb = 2\n', '[a]\nb = 1\n[a.b]\nc = 2\n']) {
      assert.throws(() => readIni(text), {
        message: /^The INI file has a section and an entry with the same name\./,
      });
    }
    const message = 'INI files can’t contain the key “b=c”. Rename it first.';
    assert.throws(() => writeIni(readJson('{"a":{"b=c":1}}')), { message });
  });

  it('keeps the key of an empty map', () => {
    assert.equal(writeIni(readJson('{"a":{"b":{}}}')), '[a]\nb = \n');
  });
});

describe('XML', () => {
  it('is unchanged except for white space and comments', () => {
    const text =
      '<a:b xmlns:a="u" c="1 &amp; &quot;2&quot;"><d>x</d><d/><constructor> &lt; </constructor></a:b>';
    const written = writeXml(readXml(text), 0);
    assert.equal(written.replaceAll('\n', ''), `<?xml version="1.0" encoding="UTF-8"?>${text}`);
  });

  it('has an element for any key', () => {
    const text = writeXml(readJson('{"a b":1,"x:y":2,"ok":[],"@n":3}'), 2);
    assert.match(
      text,
      /<root n="3">\n {2}<entry key="a b">1<\/entry>\n {2}<entry key="x:y">2<\/entry>\n {2}<ok\/>/,
    );
  });

  it('keeps line ends and tabs of an attribute', () => {
    const text = writeXml(readJson('{"a":{"@b":"1\\n2\\t3"}}'), 0);
    assert.match(text, /<a b="1&#10;2&#9;3"\/>/);
    assert.equal(writeJson(readXml(text), 0), '{"a":{"@b":"1\\n2\\t3"}}\n');
  });

  it('has the text of entities that the document declares, with entities in it', () => {
    const text = `<!DOCTYPE a [
      <!ENTITY firm "Acme &amp; &name;"> <!ENTITY name 'S&#246;hne'> <!ENTITY firm "other"> <!ENTITY % x "y">
    ]><a b="&firm;">&firm;, &lt;</a>`;
    assert.equal(writeJson(readXml(text), 0), '{"a":{"@b":"Acme & Söhne","#text":"Acme & Söhne, <"}}\n');
  });

  it('can’t have entities that are files, elements, or endless', () => {
    const laughs = Array.from({ length: 15 }, (_, at) => `<!ENTITY l${at} "${`&l${at + 1};`.repeat(10)}">`);
    for (const [declared, name] of [
      ['<!ENTITY a SYSTEM "file:///etc/passwd">', 'a'],
      ['<!ENTITY a "<b>c</b>">', 'a'],
      ['<!ENTITY a "&b;">', 'b'],
      ['<!ENTITY a "x &a;">', 'a'],
      [`<!ENTITY a "&l0;"> ${laughs.join('')} <!ENTITY l15 "">`, 'l15'],
    ] as const) {
      const message = `The XML’s entity “${name}” isn’t plain text or is too long. Replace it with its text first.`;
      assert.throws(() => readXml(`<!DOCTYPE a [${declared}]><a>&a;</a>`), { message }, declared);
    }
  });

  it('can’t have control characters', () => {
    assert.throws(() => writeXml('a\u0001', 2), { message: 'XML files can’t contain the character U+0001.' });
  });

  it('reports the line of an error', () => {
    for (const text of ['<a>\n</b>', '<a>\n&unknown;</a>', '<a/>\n<b/>']) {
      assert.throws(() => readXml(text), {
        code: 'conversion.invalid_input',
        message: /^Invalid XML, line 2: /,
      });
    }
  });
});

describe('A table', () => {
  it('has a column for every key, and JSON in cells that need it', () => {
    const table = tableOf(readJson('{"list":[{"a":{"b":1}},{"c":[1,2],"a":{}}]}'));
    assert.equal(writeCsv(table, ';'), 'a.b;c;a\r\n1;;\r\n;[1,2];{}\r\n');
  });

  it('has unique column names', () => {
    const message = 'Two keys would both become “a.b”. Rename one of them first.';
    assert.throws(() => tableOf(readJson('{"a.b":1,"a":{"b":2}}')), { message });
  });

  it('has typed columns unless a digit would be lost', () => {
    const csv = 'n,zip,exact,truth,mixed\n1,007,1.50,true,1\n,12,2,false,x\n-2.5,9,3,true,\n';
    const records: unknown = JSON.parse(writeJson(recordsOf(typedTable(readCsv(csv, undefined, true))), 0));
    assert.ok(Array.isArray(records));
    assert.deepEqual(records[0], { n: 1, zip: '007', exact: '1.50', truth: true, mixed: '1' });
    assert.deepEqual(records[1], { n: null, zip: '12', exact: '2', truth: false, mixed: 'x' });
  });

  it('keeps columns without names of their own', () => {
    const table = readCsv('a,a,\n1,2,3,4\n', undefined, true);
    assert.equal(writeJson(recordsOf(table), 0), '[{"a":"1","a_2":"2","column3":"3","column4":"4"}]\n');
  });

  it('may have semicolons, quotes, and line ends inside cells', () => {
    const { header, rows } = readCsv('a;b\r\n"x;\n""y""";2\r\n', undefined, true);
    assert.deepEqual([header, rows], [['a', 'b'], [['x;\n"y"', '2']]]);
    assert.throws(() => readCsv('a,b\n"x,2\n', undefined, true), { message: /^Invalid CSV, line 2: / });
  });

  it('keeps empty cells of a single column, and skips empty lines', () => {
    const text = writeCsv(tableOf(readJson('[{"a":"x"},{"a":""},{"a":null},{"a":"y"}]')), ',');
    assert.equal(text, 'a\r\nx\r\n""\r\n""\r\ny\r\n');
    for (const each of [text, 'a\n\nx\n""\n\n""\ny\n\n', 'a\r\n\r\nx\n""\r\n""\ny']) {
      assert.deepEqual(readCsv(each, undefined, true).rows, [['x'], [''], [''], ['y']], each);
    }
    assert.deepEqual(readCsv('a,b\n1,2\n\n,\n', undefined, true).rows, [
      ['1', '2'],
      ['', ''],
    ]);
  });

  it('has at most a sheet’s number of columns', () => {
    const text = `[${Array.from({ length: 16_385 }, (_, n) => `{"k${n}":1}`).join()}]`;
    assert.throws(() => tableOf(readJson(text)), { code: 'conversion.limit_exceeded' });
  });
});
