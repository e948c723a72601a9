import assert from 'node:assert/strict';
import { Listener } from '../../../support/http/listener.ts';
import { data } from '../../../support/service/fixtures.ts';
import { useHostileService } from '../../../support/service/hostileService.ts';
import { withLastCell } from '../../../support/service/hostileSheets.ts';
import { tooMuch } from '../../../support/service/jobFaults.ts';
import { rezipped } from '../../../support/service/rezipped.ts';

const ledger = data('ledger.xlsx');
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const python = (text: string): string => `${JSON.stringify(text)}.encode()`;

/** A statement for `rezipped` that inserts text before other text of a part. */
const insert = (part: string, before: string, text: string): string =>
  `data = data.replace(${python(before)}, ${python(text + before)}, 1) if name == '${part}' else data`;

/** The workbook with 5,000 of these tags in its first sheet. */
const many = (list: string, tag: string, before: string): string =>
  `data = data.replace(b'${before}', b'<${list}>' + b'${tag}' * 5000 + b'</${list}>${before}', 1) if name == 'xl/worksheets/sheet1.xml' else data`;

describe('A hostile workbook', () => {
  const service = useHostileService();

  it('can’t connect through formulas or links to other workbooks', async () => {
    const listener = await Listener.start();
    try {
      const cell = `<row r="1"><c r="A1"><f>WEBSERVICE("${listener.url}/formula")</f><v>1</v></c></row>`;
      const reference = `<Relationship Id="outside" Type="${relationships}/externalLink" Target="externalLinks/externalLink1.xml"/>`;
      const target = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relationships}/externalLinkPath" Target="${listener.url}/a.xlsx" TargetMode="External"/></Relationships>`;
      const link = `<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relationships}"><externalBook r:id="r1"/></externalLink>`;
      const each = [
        insert('xl/worksheets/sheet1.xml', '</sheetData>', cell),
        insert('xl/_rels/workbook.xml.rels', '</Relationships>', reference),
      ].join('\n');
      const more = `z.writestr('xl/externalLinks/externalLink1.xml', ${python(link)}); z.writestr('xl/externalLinks/_rels/externalLink1.xml.rels', ${python(target)})`;
      const bytes = await rezipped(ledger, { each, more });
      for (const to of ['csv', 'json', 'html', 'ods', 'xls']) {
        assert.ok((await service.convert('a.xlsx', bytes, to)).length > 0);
      }
      assert.deepEqual(listener.calls, []);
    } finally {
      listener.stop();
    }
  });

  it('can’t grow by entities, or read a file through them', async () => {
    const type =
      '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd"><!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>';
    const each = `data = data.replace(b'?>', b'?>' + ${python(type)}, 1).replace(b'<t>', b'<t>&f;&b;') if name == 'xl/sharedStrings.xml' else data`;
    const csv = (await service.convert('a.xlsx', await rezipped(ledger, { each }), 'csv')).toString();
    assert.doesNotMatch(csv, /root:|haha/);
  });

  it('can’t span every possible cell', async () => {
    const error = await service.failure('a.xlsx', await withLastCell(), 'csv');
    assert.deepEqual(error, tooMuch('The workbook has a sheet with more than 5000000 cells.'));
  });

  it('can’t name millions of cells in column widths and links', async () => {
    for (const each of [
      many('cols', '<col min="1" max="16384" width="9"/>', '<sheetData>'),
      many('hyperlinks', '<hyperlink ref="A1:XFD1048576" location="a"/>', '</worksheet>'),
    ]) {
      const error = await service.failure('a.xlsx', await rezipped(ledger, { each }), 'csv');
      assert.deepEqual(
        error,
        tooMuch('The workbook has a sheet that repeats cells more than 1000000 times.'),
      );
    }
  });
});
