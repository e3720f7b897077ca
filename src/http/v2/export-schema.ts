import { Type } from 'typebox';
import { exportKinds, imageFormats, tableFormats } from '#core/export-input.ts';
import { nullable, openEnum, timestamp } from '../schemas.ts';

const exportId = 'exp_01JD4A1B5E9H3M7Q1T5X9Z3B7D';
export const exportParams = Type.Object({ id: Type.String({ example: exportId }) });

export const exportSchema = Type.Object(
  {
    export_id: Type.String({ example: exportId }),
    kind: openEnum(exportKinds),
    format: openEnum([...tableFormats, ...imageFormats]),
    project_id: nullable(Type.String({ example: 'prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8' })),
    qr_id: nullable(Type.String({ example: 'qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D' })),
    start: nullable(timestamp('Start of the range, inclusive.')),
    end: nullable(timestamp('End of the range, exclusive.')),
    status: openEnum(['queued', 'running', 'done', 'failed', 'expired']),
    progress: Type.Number({ minimum: 0, maximum: 1, description: 'From 0 to 1.', example: 0.5 }),
    rows: Type.Integer({ description: 'Rows or images written so far.', example: 1_200 }),
    bytes: Type.Integer({ description: 'Written so far.', example: 96_000 }),
    error: nullable(Type.String({ description: 'Why it failed, and what to do.' })),
    available_from: nullable(
      timestamp('Of `scans`: single scans are kept for a limited time, so the file starts here.'),
    ),
    created_at: timestamp('When it was requested.'),
    finished_at: nullable(timestamp('When it was done or failed.')),
    expires_at: timestamp('When the file is removed: after seven days.'),
    download_url: nullable(
      Type.String({
        format: 'uri',
        description:
          'Link to the file, null until it is done. New with each read, valid for one hour, and only while this key is.',
      }),
    ),
  },
  { $id: 'Export', description: 'A file that is being written, or can be downloaded.' },
);
