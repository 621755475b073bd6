export * from "./auth-options"
export * from "./config"
export {
  createDiscovery,
  createIdentityClient,
  type Discover,
  endSessionUrl,
  type IdentityClient,
} from "./identity-client"
export * from "./read-roles"
export * from "./read-session"
export * from "./session"
