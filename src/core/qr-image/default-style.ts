/** The look of a code until its owner designs it (D23). Read-only in v1. */
export const defaultStyle = {
  format_ratio: '1:1',
  width: 1024,
  height: 1024,
  unit: 'px',
  padding: 0,
  quiet_zone: 4,
  border_style: 'none',
  dot_style: 'square',
  eye_style: 'square',
  foreground_color: '#000000',
  background_color: '#ffffff',
  bg_transparent: false,
  error_correction: 'M',
  dpi: 300,
  export_png: true,
  output_alignment: 'center',
};
