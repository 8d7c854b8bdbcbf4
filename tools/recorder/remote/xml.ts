import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import { HubError } from "../../kit/errors.ts";
import type { RemoteEntry } from "./remote.ts";

// Names lose their prefixes: every server takes its own. Values stay text: a key may look like a number.
const parser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  ignoreAttributes: true,
  processEntities: true,
});

function parsed<T>(text: string, shape: z.ZodType<T>): T {
  let tree: unknown;
  try {
    tree = parser.parse(text);
  } catch (thrown) {
    throw new HubError("failed", "The storage answered with broken XML.", { cause: thrown });
  }
  const read = shape.safeParse(tree);
  if (read.success) return read.data;
  throw new HubError("failed", "The storage answered with XML of another kind.", {
    advice: "Check that the address is that of the storage itself, not of a page in front of it.",
    cause: read.error,
  });
}

/** One element, several, or none: XML does not say which could have been. */
const several = <T extends z.ZodType>(item: T) =>
  z
    .union([z.array(item), item.transform((one) => [one])])
    .optional()
    .transform((many) => many ?? []);
const count = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const quoted = z.string().transform((text) => text.replaceAll(/"|&quot;/g, ""));

const LISTING = z.object({
  ListBucketResult: z.object({
    Contents: several(z.object({ Key: z.string(), Size: count, ETag: quoted })),
    NextContinuationToken: z.string().optional(),
  }),
});

/** One page of ListObjectsV2. */
export function readListing(text: string): { entries: RemoteEntry[]; next: string | undefined } {
  const { Contents, NextContinuationToken } = parsed(text, LISTING).ListBucketResult;
  return {
    entries: Contents.map(({ Key, Size, ETag }) => ({ key: Key, size_bytes: Size, version: ETag })),
    next: NextContinuationToken,
  };
}

const BEGUN = z.object({
  InitiateMultipartUploadResult: z.object({ UploadId: z.string().min(1) }),
});

export function readUploadId(text: string): string {
  return parsed(text, BEGUN).InitiateMultipartUploadResult.UploadId;
}

const ALL_BEGUN = z.object({
  ListMultipartUploadsResult: z.object({
    Upload: several(z.object({ Key: z.string(), UploadId: z.string() })),
  }),
});

/** The first page of ListMultipartUploads: as many as a thousand. */
export function readBegun(text: string): { key: string; id: string }[] {
  const { Upload } = parsed(text, ALL_BEGUN).ListMultipartUploadsResult;
  return Upload.map(({ Key, UploadId }) => ({ key: Key, id: UploadId }));
}

export type UploadedPart = { number: number; size_bytes: number; etag: string };

const PARTS = z.object({
  ListPartsResult: z.object({
    Part: several(z.object({ PartNumber: count, Size: count, ETag: quoted })),
    IsTruncated: z.string().optional(),
    NextPartNumberMarker: z.string().optional(),
  }),
});

/** One page of ListParts. */
export function readParts(text: string): { parts: UploadedPart[]; next: string | undefined } {
  const { Part, IsTruncated, NextPartNumberMarker } = parsed(text, PARTS).ListPartsResult;
  return {
    parts: Part.map(({ PartNumber, Size, ETag }) => ({
      number: PartNumber,
      size_bytes: Size,
      etag: ETag,
    })),
    next: IsTruncated === "true" ? NextPartNumberMarker : undefined,
  };
}

// What a server does not have it names as well, empty and with another status.
const property = z
  .object({
    getcontentlength: z.string().optional(),
    getetag: quoted.optional(),
    getlastmodified: z.string().optional(),
    resourcetype: z.unknown().optional(),
  })
  .catch({});
const FOLDER = z.object({
  multistatus: z.object({
    response: several(
      z.object({
        href: z.string(),
        propstat: several(z.object({ status: z.string(), prop: property })),
      }),
    ),
  }),
});

export type FolderEntry = { href: string; folder: boolean; size_bytes: number; version: string };

/** What PROPFIND answers, the folder that was asked about among it. */
export function readFolder(text: string): FolderEntry[] {
  return parsed(text, FOLDER).multistatus.response.flatMap(({ href, propstat }) => {
    const prop = propstat.find(({ status }) => / 200 /.test(`${status} `))?.prop;
    if (!prop) return [];
    const { getcontentlength: size, getetag, getlastmodified, resourcetype } = prop;
    const folder =
      typeof resourcetype === "object" && resourcetype !== null && "collection" in resourcetype;
    const version = getetag ?? `${getlastmodified}/${size}`;
    return [{ href, folder, size_bytes: Number(size ?? 0), version }];
  });
}

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
