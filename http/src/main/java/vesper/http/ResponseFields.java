package vesper.http;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;

/**
 * An encoder for header sections of responses over HTTP/2: names in lower case, and no fields that belong to a
 * connection.
 */
final class ResponseFields {
    private static final AsciiString STATUS = AsciiString.cached(":status");
    private static final AsciiString DATE = AsciiString.cached("date");
    private static final AsciiString CONTENT_LENGTH = AsciiString.cached("content-length");
    private static final int FIRST_STATUS = 100;
    private static final AsciiString[] STATUSES = new AsciiString[500];

    static {
        for (int i = 0; i < STATUSES.length; i++) STATUSES[i] = AsciiString.cached(String.valueOf(FIRST_STATUS + i));
    }

    private ResponseFields() {}

    /** Returns the header section of an interim response: only the status. */
    static Http2Headers interim(int status) {
        return new DefaultHttp2Headers(false, 1).add(STATUS, STATUSES[status - FIRST_STATUS]);
    }

    /** @param contentLength -1 to send no Content-Length */
    static Http2Headers of(Response response, long contentLength, AsciiString date) {
        int texts = response.fieldTexts();
        Http2Headers fields = new DefaultHttp2Headers(false, texts / 2 + 3);
        fields.add(STATUS, STATUSES[response.status() - FIRST_STATUS]);
        fields.add(DATE, date);
        for (int i = 0; i < texts; i += 2) {
            AsciiString name = AsciiString.of(response.fieldText(i)).toLowerCase();
            if (!isConnections(name)) fields.add(name, response.fieldText(i + 1));
        }
        if (contentLength >= 0) fields.add(CONTENT_LENGTH, AsciiString.of(Long.toString(contentLength)));
        return fields;
    }

    /** Checks for the fields of RFC 9113, section 8.2.2, except for those that {@link Response} never holds. */
    private static boolean isConnections(AsciiString name) {
        return switch (name.length()) {
            case 7 -> name.contentEquals("upgrade");
            case 10 -> name.contentEquals("keep-alive");
            case 16 -> name.contentEquals("proxy-connection");
            default -> false;
        };
    }
}
