import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDelimited } from './delimited-text.ts';

const cases: Record<string, [string, string[][]]> = {
  'commas, with a line break at the end': [
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  'semicolons of a spreadsheet': [
    'Name;Destination\nTable 1;https://example.com/?a=1,2',
    [
      ['Name', 'Destination'],
      ['Table 1', 'https://example.com/?a=1,2'],
    ],
  ],
  'tabs of a pasted table': [
    'Name\tDestination, short\nA\tB',
    [
      ['Name', 'Destination, short'],
      ['A', 'B'],
    ],
  ],
  'quotes around delimiters, line breaks and quotes': [
    'a,b\n"x, ""y""","1\n2"',
    [
      ['a', 'b'],
      ['x, "y"', '1\n2'],
    ],
  ],
  'a quote inside a cell': [
    'a,b\n12" wide,x',
    [
      ['a', 'b'],
      ['12" wide', 'x'],
    ],
  ],
  'empty lines and spaces': [
    'a , b\n\n  ,\n 1 ,2 ',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  'a mark of UTF-8': ['\uFEFFa,b', [['a', 'b']]],
  nothing: ['', []],
};
for (const [name, [text, rows]] of Object.entries(cases))
  test(`a table is read: ${name}`, () => assert.deepEqual(parseDelimited(text), rows));
