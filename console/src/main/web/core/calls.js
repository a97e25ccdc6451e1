/** The same call of a service for other programs. Each text is complete and runs as it is. */

const shell = (text) => `'${text.replace(/'/g, `'\\''`)}'`;

/** The escapes of JSON strings are also valid in Java and Groovy. */
const java = (text) => JSON.stringify(text);
const groovy = (text) => `'${JSON.stringify(text).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`;

/** Headers that the JDK's HTTP client sets itself and does not let callers set. */
const OWN = new Set(['connection', 'content-length', 'expect', 'host', 'upgrade']);

/** @param call { method, url, headers: [[name, value]], body } */
export function asCurl({ method, url, headers, body }) {
  const words = ['curl'];
  if (method === 'HEAD') words.push('--head');
  else if (!(method === 'GET' && !body) && !(method === 'POST' && body)) words.push('-X', method);
  for (const [name, value] of headers) words.push('-H', shell(`${name}: ${value}`));
  if (body) words.push('--data-raw', shell(body));
  words.push(shell(url));
  return words.join(' ');
}

export function asGroovy(call) {
  return `import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers

def request = ${requestOf(call, groovy)}
def answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString())
println answer.statusCode() + ' ' + answer.body()
`;
}

/** Returns a source file to run with `java Call.java`. */
export function asJava(call) {
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

void main() throws Exception {
    var request = ${requestOf(call, java)};
    try (var client = HttpClient.newHttpClient()) {
        var answer = client.send(request, BodyHandlers.ofString());
        IO.println(answer.statusCode() + " " + answer.body());
    }
}
`;
}

function requestOf({ method, url, headers, body }, quote) {
  const lines = [`HttpRequest.newBuilder(URI.create(${quote(url)}))`];
  for (const [name, value] of headers) if (!OWN.has(name.toLowerCase())) lines.push(`.header(${quote(name)}, ${quote(value)})`);
  lines.push(`.method(${quote(method)}, BodyPublishers.${body ? `ofString(${quote(body)})` : 'noBody()'})`, '.build()');
  return lines.join('\n            ');
}
