-- How well phones read the image, 0 to 100; null until it is drawn with the present checks.
alter table qr_codes add column render_score smallint check (render_score between 0 and 100);
