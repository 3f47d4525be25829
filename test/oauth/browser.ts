/** Follows an address to its end, with cookies and redirects, as a browser does. */
export async function browse(address: string, headers: Record<string, string>): Promise<number> {
  const cookies = new Map<string, string>();
  let url = new URL(address);
  for (let hop = 0; hop < 20; hop += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { headers: { ...headers, cookie }, redirect: "manual" });
    await response.arrayBuffer();
    for (const given of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(given) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) return response.status;
    url = new URL(location, url);
  }
  throw new Error(`${address} redirects for ever.`);
}
