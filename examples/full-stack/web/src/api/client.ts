/** The one place that sends requests. */

const ROOT = import.meta.env.VITE_SERVER ?? "";

export class ServerError extends Error {
  constructor(readonly status: number) {
    super(`the server answered ${status}`);
  }
}

async function send<T>(path: string, options: RequestInit = {}): Promise<T> {
  const answer = await fetch(`${ROOT}/api${path}`, {
    ...options,
    headers: { "Content-Type": "application/json", ...options.headers },
  });
  if (!answer.ok) {
    throw new ServerError(answer.status);
  }
  return answer.json();
}

export const client = {
  load: <T>(path: string) => send<T>(path),
  create: <T>(path: string, body: unknown) => send<T>(path, { method: "POST", body: JSON.stringify(body) }),
  remove: (path: string) => send<void>(path, { method: "DELETE" }),
};
