package vesper.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CsvTableTest {
    @Test
    void the_first_row_names_the_columns_of_the_others() {
        assertThat(column("a,b\n1,2\n3,4", "b")).containsExactly("2", "4");
        assertThat(column("a,b\r\n1,2\r\n3,\r\n", "b")).containsExactly("2", "");
        assertThat(column("a\nÄ\n", "a")).containsExactly("Ä");
    }

    @Test
    void a_field_in_quotes_may_hold_what_separates_others() {
        assertThat(column("a,b\n\"x, \"\"y\"\"\nz\",1\n", "a")).containsExactly("x, \"y\"\nz");
        assertThat(column("a,b\n1,", "b")).containsExactly("");
    }

    @Test
    void in_a_path_a_cell_is_percent_encoded() {
        CsvTable table = CsvTable.parse("a\nx y/é~\n".getBytes(UTF_8)).percentEncoded();
        assertThat(new String(table.column("a").getFirst(), UTF_8)).isEqualTo("x%20y%2F%C3%A9~");
    }

    @Test
    void what_is_no_table_is_refused_with_the_row() {
        assertThatThrownBy(() -> column("a,b\n", "a")).hasMessage("CSV needs a row of names and one of values");
        assertThatThrownBy(() -> column("a,b\n1,2\n3\n", "a")).hasMessage("CSV row 3 has 1 fields, the first 2");
        assertThatThrownBy(() -> column("a,b\n1,\"2", "a")).hasMessage("CSV row 2 ends within quotes");
        assertThatThrownBy(() -> column("a,b\n\"1\"2,3", "a")).hasMessage("CSV row 2 continues after a closing quote");
        assertThatThrownBy(() -> column("a,a\n1,2\n", "a")).hasMessage("CSV names a column twice: a, a");
    }

    private static List<String> column(String csv, String name) {
        return CsvTable.parse(csv.getBytes(UTF_8)).column(name).stream()
                .map(cell -> new String(cell, UTF_8))
                .toList();
    }
}
