package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.http.ResponseEncoder.Framing;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ResponseEncoderTest {
    private final ResponseEncoder encoder = new ResponseEncoder();

    @Test
    void a_head_has_status_date_fields_and_framing() {
        Response response = Response.of(201).header("Location", "/a").header("X", "\u00e4");
        assertThat(head(response, Framing.LENGTH, 52, HttpVersion.HTTP_1_1, true))
                .isEqualTo(
                        "HTTP/1.1 201 Created\r\nDate: ?\r\nLocation: /a\r\nX: \u00e4\r\nContent-Length: 52\r\n\r\n");
    }

    @Test
    void lengths_are_written_as_they_are() {
        for (long length : new long[] {0, 9, 10, 99, 100, 1234567890, Long.MAX_VALUE})
            assertThat(head(Response.of(200), Framing.LENGTH, length, HttpVersion.HTTP_1_1, true))
                    .contains("\r\nContent-Length: " + length + "\r\n\r\n");
    }

    @Test
    void the_connection_is_named_where_the_version_would_have_it_otherwise() {
        Response response = Response.of(200);
        assertThat(head(response, Framing.UNTOLD, 0, HttpVersion.HTTP_1_1, true))
                .doesNotContain("Connection");
        assertThat(head(response, Framing.UNTOLD, 0, HttpVersion.HTTP_1_1, false))
                .contains("\r\nConnection: close\r\n");
        assertThat(head(response, Framing.UNTOLD, 0, HttpVersion.HTTP_1_0, true))
                .contains("\r\nConnection: keep-alive\r\n");
        assertThat(head(response, Framing.CHUNKED, 0, HttpVersion.HTTP_1_1, true))
                .contains("\r\nTransfer-Encoding: chunked\r\n");
    }

    @Test
    void a_status_without_a_phrase_keeps_its_blank() {
        assertThat(head(Response.of(299), Framing.UNTOLD, 0, HttpVersion.HTTP_1_1, true))
                .startsWith("HTTP/1.1 299 \r\n");
    }

    @Test
    void a_head_grows_as_large_as_it_must() {
        Response response = Response.of(200);
        for (int i = 0; i < 500; i++) response.header("X-" + i, "v".repeat(i));
        String head = head(response, Framing.LENGTH, 1, HttpVersion.HTTP_1_1, true);
        for (int i = 0; i < 500; i++) assertThat(head).contains("\r\nX-" + i + ": " + "v".repeat(i) + "\r\n");
        assertThat(head).endsWith("\r\nContent-Length: 1\r\n\r\n");
    }

    @Test
    void the_date_is_now() {
        ByteBuf out = Unpooled.buffer();
        encoder.tick();
        encoder.head(Response.of(200), Framing.UNTOLD, 0, HttpVersion.HTTP_1_1, true, out);
        String date = out.toString(ISO_8859_1).replaceAll("(?s).*Date: (.*?)\r\n.*", "$1");
        ZonedDateTime told = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME);
        assertThat(Duration.between(told, ZonedDateTime.now()).abs()).isLessThan(Duration.ofSeconds(30));
        assertThat(date).hasSize(29);
    }

    private String head(Response response, Framing framing, long length, HttpVersion version, boolean keepsAlive) {
        ByteBuf out = Unpooled.buffer();
        encoder.head(response, framing, length, version, keepsAlive, out);
        return out.toString(ISO_8859_1).replaceFirst("Date: .*? GMT", "Date: ?");
    }
}
