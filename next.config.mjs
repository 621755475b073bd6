/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  productionBrowserSourceMaps: false,
  // An API path with a trailing slash is another path (decisions "Inventory").
  skipTrailingSlashRedirect: true,
  // For every answer; pages have a policy of their own instead (`proxy.ts`).
  headers: async () => [
    {
      source: "/:path*",
      headers: [
        { key: "content-security-policy", value: "default-src 'none'; frame-ancestors 'none'" },
        { key: "x-content-type-options", value: "nosniff" },
      ],
    },
  ],
  images: { unoptimized: true },
  // `npm test` checks types, once for the whole project.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["pg", "pino", "ioredis", "prom-client"],
}

export default config
