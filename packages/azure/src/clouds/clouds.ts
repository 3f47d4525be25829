/** The clouds of Azure, with the address of their resource manager. */
export const clouds = {
  public: "https://management.azure.com",
  usgov: "https://management.usgovcloudapi.net",
  china: "https://management.chinacloudapi.cn",
} as const;

export type CloudName = keyof typeof clouds;
