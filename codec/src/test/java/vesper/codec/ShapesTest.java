package vesper.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ShapesTest {
    enum Color {
        RED,
        @JsonProperty("dark-green")
        GREEN
    }

    record Amount(@JsonValue BigDecimal value) {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        Amount {}
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Sparse(String text, int number) {}

    record Dated(@JsonFormat(pattern = "dd.MM.yyyy") LocalDate day, LocalDate other) {}

    private final Shapes shapes = new Shapes();

    @Test
    void what_is_written_and_read_of_a_type_is_what_jackson_makes_of_it() {
        assertSame(int.class, new Shape.WholeNumber(32));
        assertSame(Long.class, new Shape.WholeNumber(64));
        assertSame(double.class, new Shape.Decimal(64));
        assertSame(boolean.class, new Shape.Bool());
        assertSame(String.class, new Shape.Text(""));
        assertSame(Instant.class, new Shape.Text("date-time"));
        assertSame(byte[].class, new Shape.Bytes());
        assertSame(Color.class, new Shape.Choice(List.of("RED", "dark-green")));
        assertSame(Amount.class, new Shape.Decimal(0));
        assertSame(Object.class, new Shape.Anything());
    }

    @Test
    void lists_maps_and_optionals_tell_what_is_in_them() throws Exception {
        assertSame(typeOf("list"), new Shape.Items(new Shape.WholeNumber(32), false));
        assertSame(typeOf("set"), new Shape.Items(new Shape.Text("date"), true));
        assertSame(typeOf("map"), new Shape.MapEntries(new Shape.Bool()));
        assertSame(typeOf("optional"), new Shape.NullableValue(new Shape.Text("")));
    }

    @Test
    void what_may_be_left_out_is_not_always_there() {
        assertThat(shapes.fieldsWritten(shapes.typeOf(Sparse.class)))
                .extracting(field -> field.name() + " " + field.required())
                .containsExactlyInAnyOrder("text false", "number true");
        assertThat(shapes.fieldsRead(shapes.typeOf(Sparse.class)))
                .extracting(field -> field.name() + " " + field.required())
                .containsExactlyInAnyOrder("text false", "number false");
        assertThat(new Codec(false).read(MediaFormat.JSON, "{}".getBytes(UTF_8), Sparse.class))
                .isInstanceOf(DecodeResult.Value.class);
    }

    @Test
    void a_date_with_a_form_of_its_own_is_text_of_no_known_form() {
        assertThat(shapes.fieldsWritten(shapes.typeOf(Dated.class)))
                .extracting(Shape.Field::shape)
                .containsExactly(new Shape.Text(""), new Shape.Text("date"));
    }

    List<Integer> list;
    Set<LocalDate> set;
    Map<String, Boolean> map;
    Optional<String> optional;

    private static java.lang.reflect.Type typeOf(String field) throws NoSuchFieldException {
        return ShapesTest.class.getDeclaredField(field).getGenericType();
    }

    private void assertSame(java.lang.reflect.Type type, Shape shape) {
        assertThat(shapes.written(shapes.typeOf(type))).as("written %s", type).isEqualTo(shape);
        assertThat(shapes.read(shapes.typeOf(type))).as("read %s", type).isEqualTo(shape);
    }
}
