package vesper.records.rows;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.records.rows.Additions.Addition;
import vesper.records.rows.Additions.Kind;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AdditionsTest {
    @Test
    void what_was_written_is_read() {
        List<Addition> written = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (boolean cut : new boolean[] {true, false})
                written.add(new Addition(kind, 17, cut, "näme", "text/plain", UTF_8.encode("välue")));
        }
        ByteBuffer bytes = ByteBuffer.allocate(
                written.stream().mapToInt(Additions::mostBytes).sum());
        for (Addition addition : written) Additions.write(bytes, addition);

        List<Addition> read = new ArrayList<>();
        Additions.read(bytes.flip(), read::add);

        assertThat(read).isEqualTo(written);
    }
}
