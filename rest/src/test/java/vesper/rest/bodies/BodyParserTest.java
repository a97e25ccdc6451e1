package vesper.rest.bodies;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.codec.Codec;
import vesper.codec.MediaFormat;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BodyParserTest {
    public record Exhausting(String text) {
        public Exhausting {
            throw new StackOverflowError("on purpose");
        }
    }

    @Test
    void an_error_while_a_large_text_is_read_stays_what_it_is() throws Exception {
        byte[] text = ("{\"text\":\"" + "x".repeat(100_000) + "\"}").getBytes(UTF_8);
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        Thread.startVirtualThread(() -> outcome.complete(catchThrowable(
                () -> new BodyParser().read(new Codec(false), MediaFormat.JSON, text, null, Exhausting.class))));
        assertThat(outcome.get(20, TimeUnit.SECONDS)).isInstanceOf(StackOverflowError.class);
    }
}
