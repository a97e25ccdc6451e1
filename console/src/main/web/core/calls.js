/** A call of a service, as other programs would make it. */

const shell = (text) => `'${text.replace(/'/g, `'\\''`)}'`;
const java = (text) => `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')}"`;
const groovy = (text) => (text.includes('\n') ? `'''${text.replace(/\\/g, '\\\\').replace(/'''/g, "\\'\\'\\'")}'''` : `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`);
const NAMED = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']);

/** @param call { method, url, headers: [[name, value]], body } */
export function asCurl({ method, url, headers, body }) {
  const words = ['curl'];
  if (!(method === 'GET' && !body) && !(method === 'POST' && body)) words.push('-X', method);
  for (const [name, value] of headers) words.push('-H', shell(`${name}: ${value}`));
  if (body) words.push('--data-binary', shell(body));
  words.push(shell(url));
  return words.join(' ');
}

export function asGroovy(call) {
  return `import vesper.http.client.ClientRequest
import vesper.http.client.HttpClient

// The constructor of a service that asks for an HttpClient is given the server's.
def answer = client.exchange(${requestOf(call, groovy)})
println answer.status() + ' ' + answer.text()`;
}

export function asJava(call) {
  return `import vesper.http.client.ClientRequest;
import vesper.http.client.HttpClient;

// The constructor of a service that asks for an HttpClient is given the server's.
var answer = client.exchange(${requestOf(call, java)});
System.out.println(answer.status() + " " + answer.text());`;
}

function requestOf({ method, url, headers, body }, quote) {
  const lines = [NAMED.has(method) ? `ClientRequest.${method.toLowerCase()}(${quote(url)})` : `ClientRequest.of(vesper.http.Method.${method}, URI.create(${quote(url)}))`];
  const isJson = /^application\/json\b/.test(headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '');
  for (const [name, value] of headers) if (!(body && isJson && name.toLowerCase() === 'content-type')) lines.push(`.header(${quote(name)}, ${quote(value)})`);
  if (body) lines.push(isJson ? `.json(${quote(body)})` : `.body(${quote(body)}.getBytes(${quote('UTF-8')}))`);
  return lines.join('\n        ');
}
