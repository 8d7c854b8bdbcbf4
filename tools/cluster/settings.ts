/** Where a cluster is and how to sign in. Trust is the system's, a CA file's, or one pinned certificate's. */
export type ClusterSettings = {
  /** `https://host[:port]`; nothing else is accepted. */
  url: string;
  /** What stands before `/v3`: `/mgmt`, or `/scalemgmt` on a cluster that kept the vendor's name. */
  apiRoot: string;
  username: string;
  password: string;
  /** PEM of the authority, or of the self-signed certificate itself. */
  caPem?: string;
  /** SHA-256 of the server's certificate in hex, with or without colons. */
  pinSha256?: string;
};
