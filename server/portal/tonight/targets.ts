import { parse } from "csv-parse/sync";
import { z } from "zod";

/** Something to image: hours and degrees of J2000, the longer side in arc minutes. */
export type Target = {
  name: string;
  raHours: number;
  decDeg: number;
  type: string;
  sizeArcmin: number | null;
  mag: number | null;
};

// Names, places, sizes and brightness of well-known objects, written down for this list.
const OURS = `
M31 Andromeda Galaxy|0.712|41.27|galaxy|178|3.4
M33 Triangulum Galaxy|1.564|30.66|galaxy|69|5.7
NGC 253 Sculptor Galaxy|0.793|-25.29|galaxy|27|7.1
Small Magellanic Cloud|0.877|-72.80|galaxy|320|2.7
NGC 281 Pacman Nebula|0.880|56.62|nebula|35|7.4
M74|1.611|15.78|galaxy|10|9.4
NGC 869/884 Double Cluster|2.350|57.14|open cluster|60|3.7
IC 1805 Heart Nebula|2.545|61.45|nebula|100|6.5
NGC 1097|2.772|-30.27|galaxy|9|9.5
NGC 1300|3.328|-19.41|galaxy|6|10.4
NGC 1365|3.560|-36.14|galaxy|11|9.6
M45 Pleiades|3.783|24.12|open cluster|110|1.6
NGC 1499 California Nebula|4.055|36.42|nebula|145|6.0
LDN 1551 dark clouds|4.525|18.14|dark nebula|30|
Large Magellanic Cloud|5.393|-69.76|galaxy|640|0.9
M1 Crab Nebula|5.575|22.01|supernova remnant|7|8.4
M42 Orion Nebula|5.588|-5.39|nebula|85|4.0
NGC 2070 Tarantula Nebula|5.644|-69.10|nebula|40|8.0
IC 434 Horsehead Nebula|5.683|-2.46|nebula|60|7.3
M78|5.779|0.08|nebula|8|8.3
IC 443 Jellyfish Nebula|6.292|22.52|supernova remnant|50|12.0
NGC 2237 Rosette Nebula|6.533|4.98|nebula|80|6.0
NGC 2264 Cone Nebula|6.683|9.88|nebula|40|3.9
IC 2177 Seagull Nebula|7.085|-10.45|nebula|120|7.8
NGC 2359 Thor's Helmet|7.310|-13.23|nebula|10|11.5
NGC 2392 Clown Face Nebula|7.486|20.91|planetary nebula|0.8|9.2
NGC 2403|7.614|65.60|galaxy|22|8.5
M44 Beehive Cluster|8.673|19.62|open cluster|95|3.1
NGC 2736 Pencil Nebula|9.005|-45.95|supernova remnant|20|12.0
M81 and M82|9.926|69.37|galaxy|40|6.9
NGC 3132 Southern Ring|10.117|-40.44|planetary nebula|1.4|9.2
NGC 3372 Carina Nebula|10.747|-59.87|nebula|120|1.0
M97 Owl Nebula|11.247|55.02|planetary nebula|3.4|9.9
Leo Triplet|11.317|13.28|galaxy|36|9.0
IC 2944 Running Chicken|11.640|-63.37|nebula|75|4.5
M106|12.316|47.30|galaxy|19|8.4
Markarian's Chain|12.447|13.09|galaxy|90|9.0
NGC 4565 Needle Galaxy|12.606|25.99|galaxy|16|9.6
M104 Sombrero Galaxy|12.667|-11.62|galaxy|9|8.0
Coalsack and Jewel Box|12.894|-60.37|open cluster|10|4.2
M51 Whirlpool Galaxy|13.498|47.20|galaxy|11|8.4
M83 Southern Pinwheel|13.617|-29.87|galaxy|13|7.5
NGC 5128 Centaurus A|13.424|-43.02|galaxy|26|6.8
NGC 5139 Omega Centauri|13.446|-47.48|globular cluster|36|3.9
M3|13.703|28.38|globular cluster|18|6.2
M101 Pinwheel Galaxy|14.053|54.35|galaxy|29|7.9
NGC 5907 Splinter Galaxy|15.265|56.33|galaxy|13|10.3
M13 Hercules Cluster|16.695|36.46|globular cluster|20|5.8
Rho Ophiuchi clouds|16.427|-23.45|nebula|270|4.6
NGC 6188 Rim Nebula|16.667|-48.78|nebula|20|5.2
NGC 6302 Bug Nebula|17.229|-37.10|planetary nebula|3|9.6
NGC 6334 Cat's Paw Nebula|17.343|-35.90|nebula|40|5.5
M20 Trifid Nebula|18.045|-22.97|nebula|28|6.3
M8 Lagoon Nebula|18.063|-24.38|nebula|90|6.0
M16 Eagle Nebula|18.313|-13.79|nebula|35|6.0
M17 Omega Nebula|18.347|-16.17|nebula|11|6.0
NGC 6744|19.163|-63.86|galaxy|20|8.6
M57 Ring Nebula|18.893|33.03|planetary nebula|1.4|8.8
M27 Dumbbell Nebula|19.994|22.72|planetary nebula|8|7.5
NGC 6888 Crescent Nebula|20.202|38.35|nebula|18|7.4
NGC 6946 Fireworks Galaxy|20.581|60.15|galaxy|11|8.8
NGC 6992 Veil Nebula|20.940|31.72|supernova remnant|60|7.0
NGC 7000 North America Nebula|20.988|44.33|nebula|120|4.0
IC 1396 Elephant's Trunk|21.651|57.50|nebula|170|3.5
NGC 7293 Helix Nebula|22.494|-20.84|planetary nebula|16|7.6
NGC 7331|22.618|34.42|galaxy|10|9.5
NGC 7380 Wizard Nebula|22.783|58.13|nebula|25|7.2
NGC 7635 Bubble Nebula|23.346|61.20|nebula|15|10.0
NGC 55|0.248|-39.20|galaxy|32|7.9
NGC 104 47 Tucanae|0.402|-72.08|globular cluster|31|4.1
`;

/** The short list of our own. */
export const OWN_TARGETS: readonly Target[] = OURS.trim()
  .split("\n")
  .map((line) => {
    const [name = "", ra, dec, type = "", size, mag] = line.split("|");
    return {
      name,
      raHours: Number(ra),
      decDeg: Number(dec),
      type,
      sizeArcmin: size ? Number(size) : null,
      mag: mag ? Number(mag) : null,
    };
  });

const optional = z
  .string()
  .optional()
  .transform((text) => (text?.trim() ? Number(text) : null))
  .refine((number) => number === null || (Number.isFinite(number) && Math.abs(number) < 10_000));

const row = z.object({
  name: z.string().trim().min(1).max(80),
  ra: z.string().trim().min(1).transform(Number).pipe(z.number().min(0).lt(24)),
  dec: z.string().trim().min(1).transform(Number).pipe(z.number().min(-90).max(90)),
  type: z.string().trim().max(40).default(""),
  size_arcmin: optional,
  mag: optional,
});

const MOST_LETTERS = 5_000_000;

/**
 * The member's targets.csv: `name,ra,dec,type,size_arcmin,mag`, hours and degrees. A bad row is skipped and named with
 * its line; a text that is no table at all gives no targets and one sentence.
 */
export function targetsFrom(csv: string): { targets: Target[]; skipped: string[] } {
  if (csv.length > MOST_LETTERS) return { targets: [], skipped: ["is too large"] };
  let rows: { record: unknown; info: { lines: number } }[];
  try {
    rows = parse(csv, {
      bom: true,
      columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    });
  } catch {
    return { targets: [], skipped: ["cannot be read as a table"] };
  }
  const targets: Target[] = [];
  const skipped: string[] = [];
  for (const { record, info } of rows.slice(0, 500)) {
    const read = row.safeParse(record);
    if (read.success) {
      const { name, ra, dec, type, size_arcmin, mag } = read.data;
      targets.push({ name, raHours: ra, decDeg: dec, type, sizeArcmin: size_arcmin, mag });
    } else {
      const columns = read.error.issues.map(({ path }) => String(path[0] ?? "row"));
      skipped.push(`line ${info.lines}: ${[...new Set(columns)].join(", ")} not usable`);
    }
  }
  return { targets, skipped };
}
