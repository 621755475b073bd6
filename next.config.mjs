/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  productionBrowserSourceMaps: false,
  // An API path with a trailing slash is another path (decisions "Inventory").
  skipTrailingSlashRedirect: true,
  images: { unoptimized: true },
  // `npm test` checks types, once for the whole project.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["pg", "pino", "ioredis", "prom-client"],
}

export default config
