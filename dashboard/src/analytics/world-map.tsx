import { useQuery } from '@tanstack/react-query';
import { geoNaturalEarth1, geoPath } from 'd3-geo';
import type { FeatureCollection, Geometry } from 'geojson';
import { type PointerEvent, useMemo, useState } from 'react';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlasUrl from 'world-atlas/countries-110m.json?url';
import { countryCodes } from '#core/country-codes.ts';
import { countryName } from '#core/country-name.ts';
import type { ValueCount } from '../api/types.ts';
import { plural } from '../ui/format.ts';
import { ShadeLegend, shadeOf } from './shade.tsx';

interface Named {
  name: string;
}

type Atlas = Topology<{ countries: GeometryCollection<Named> }>;

const width = 800;
const height = 400;
/** Names on the map that differ from the platform's. */
const otherNames: Record<string, string> = {
  'United States of America': 'US',
  'W. Sahara': 'EH',
  'Dem. Rep. Congo': 'CD',
  Congo: 'CG',
  'Dominican Rep.': 'DO',
  'Falkland Is.': 'FK',
  'Fr. S. Antarctic Lands': 'TF',
  'Central African Rep.': 'CF',
  'Eq. Guinea': 'GQ',
  eSwatini: 'SZ',
  'Solomon Is.': 'SB',
  'Bosnia and Herz.': 'BA',
  Macedonia: 'MK',
  'S. Sudan': 'SS',
  "Côte d'Ivoire": 'CI',
  Myanmar: 'MM',
  Turkey: 'TR',
  Palestine: 'PS',
};
const plainName = (name: string) => name.replace('&', 'and').replace('St.', 'Saint');
const codeOf = new Map([...countryCodes].map((code) => [plainName(countryName(code)), code]));

/** The map of scans. The list next to it has the same data as text. */
export function WorldMap({ countries }: { countries: ValueCount[] }) {
  const atlas = useQuery({
    queryKey: ['atlas'],
    queryFn: async () => {
      const response = await fetch(atlasUrl);
      if (!response.ok) throw new Error('The map could not be loaded.');
      return (await response.json()) as Atlas;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const shapes = useMemo(() => (atlas.data ? shapesOf(atlas.data) : []), [atlas.data]);
  const scansOf = new Map(countries.map(({ value, scans }) => [value, scans]));
  const most = Math.max(
    1,
    ...countries.filter(({ value }) => value !== '' && value !== 'other').map(({ scans }) => scans),
  );
  const [at, setAt] = useState<{ code: string; name: string } | null>(null);
  const point = (event: PointerEvent) => {
    const { code, name } = (event.target as SVGElement).dataset;
    setAt(code === undefined || name === undefined ? null : { code, name });
  };
  return (
    <div>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label="Map of the countries of the scans"
        className="block w-full"
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setAt(null)}
      >
        {shapes.map(({ code, name, d }) => (
          <path
            key={name}
            d={d}
            data-code={code}
            data-name={name}
            fill={shadeOf(shareOf(scansOf.get(code) ?? 0, most)) ?? 'var(--sunken)'}
            stroke={code === at?.code ? 'var(--text)' : 'var(--surface)'}
            strokeWidth={code === at?.code ? 1.2 : 0.6}
          />
        ))}
      </svg>
      <ShadeLegend
        most={most}
        reading={
          at &&
          `${at.code.length === 2 ? countryName(at.code) : at.name}: ${plural(scansOf.get(at.code) ?? 0, 'scan')}`
        }
      />
    </div>
  );
}

/** Few scans must be seen beside many. */
function shareOf(scans: number, most: number): number {
  return Math.sqrt(scans / most);
}

function shapesOf(atlas: Atlas): { code: string; name: string; d: string }[] {
  const { features } = feature(atlas, atlas.objects.countries) as FeatureCollection<Geometry, Named>;
  const people = features.filter(({ properties }) => properties.name !== 'Antarctica');
  const projection = geoNaturalEarth1().fitSize([width, height], {
    type: 'FeatureCollection',
    features: people,
  });
  const path = geoPath(projection).digits(1);
  return people.map((country) => {
    const { name } = country.properties;
    return { code: otherNames[name] ?? codeOf.get(plainName(name)) ?? name, name, d: path(country) ?? '' };
  });
}
