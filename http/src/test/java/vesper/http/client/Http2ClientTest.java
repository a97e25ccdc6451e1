package vesper.http.client;

import vesper.http.HttpVersion;

/** A client over HTTP/2 on plain connections, to servers that are known to speak it. */
class Http2ClientTest extends ClientContract {
    @Override
    HttpClient.Builder builder() {
        return HttpClient.builder().protocol(ClientProtocol.HTTP2);
    }

    @Override
    HttpVersion version() {
        return HttpVersion.HTTP_2;
    }
}
