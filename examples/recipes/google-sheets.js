// Google Apps Script: writes each event into a sheet, once.
// Set the script properties WAYPOST_URL and WAYPOST_API_KEY, and let a time-driven trigger call readEvents every five minutes.

function readEvents() {
  const lock = LockService.getScriptLock();
  // Another run is still at work.
  if (!lock.tryLock(0)) return;
  try {
    const properties = PropertiesService.getScriptProperties();
    const sheet = SpreadsheetApp.getActiveSpreadsheet().getSheetByName('Events');
    for (let pages = 0; pages < 20; pages++) {
      const page = readPage(properties);
      const rows = page.items.map((event) => {
        const subject = event.data.qr_code || event.data.project || event.data.export || {};
        return [event.event_id, event.created_at, event.type, String(subject.label || subject.name || '')];
      });
      // As plain text, so that a name such as =1+1 stays a name.
      if (rows.length > 0)
        sheet
          .getRange(sheet.getLastRow() + 1, 1, rows.length, 4)
          .setNumberFormat('@')
          .setValues(rows);
      if (page.next_after) properties.setProperty('AFTER', page.next_after);
      if (!page.has_more) return;
    }
  } finally {
    lock.releaseLock();
  }
}

function readPage(properties) {
  const after = properties.getProperty('AFTER');
  const url = `${properties.getProperty('WAYPOST_URL')}/v2/events?page_size=100${after ? `&after=${after}` : ''}`;
  const response = UrlFetchApp.fetch(url, {
    headers: { 'x-api-key': properties.getProperty('WAYPOST_API_KEY') },
  });
  return JSON.parse(response.getContentText());
}
