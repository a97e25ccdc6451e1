package vesper.rest.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.springframework.core.annotation.AliasFor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;
import vesper.codec.Codec;
import vesper.rest.Services;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ControllersTest {
    public record Item(String name) {}

    public interface Shelf<T> {
        @PostMapping("/items")
        T add(@RequestBody T item);

        @GetMapping("/items/{id}")
        String find(@PathVariable("id") int number);
    }

    @RestController
    public static class Items implements Shelf<Item> {
        @Override
        public Item add(Item item) {
            return new Item(item.name() + "!");
        }

        @Override
        public String find(int number) {
            return "item " + number;
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @RequestMapping(method = RequestMethod.GET, produces = "text/csv")
    public @interface GetTable {
        @AliasFor(annotation = RequestMapping.class, attribute = "path")
        String[] at();
    }

    @RestController
    static class Tables {
        @GetTable(at = "/table")
        String table() {
            return "never public, never a route";
        }

        @GetTable(at = "/table")
        public String open() {
            return "a,b";
        }
    }

    @RestController
    @RequestMapping(path = "/x", headers = "X-Version!=0")
    public static class Conditional {
        @GetMapping
        public String any() {
            return "any";
        }

        @GetMapping(params = "page")
        public String page() {
            return "page";
        }

        @GetMapping(params = {"page=1", "!size"})
        public String first() {
            return "first";
        }

        @GetMapping(headers = {"X-Version=2", "Accept=text/plain"})
        public String second() {
            return "second";
        }
    }

    @Test
    void annotations_of_an_interface_count_and_its_type_variables_are_known() {
        Services services = Services.of(new Items());
        assertThat(services.post("/api/items", "{\"name\":\"pen\"}").body()).isEqualTo("{\"name\":\"pen!\"}");
        assertThat(services.get("/api/items/3").body()).isEqualTo("item 3");
        assertThat(services.router().routes()).hasSize(2);
    }

    @Test
    void annotations_composed_of_mappings_count_as_well() {
        Services services = Services.of(new Tables());
        assertThat(services.get("/api/table").type()).isEqualTo("text/csv;charset=UTF-8");
        assertThat(services.get("/api/table").body()).isEqualTo("a,b");
    }

    @Test
    void conditions_choose_between_methods_of_one_path_and_the_most_specific_wins() {
        Services services = Services.of(new Conditional());
        assertThat(services.get("/api/x").body()).isEqualTo("any");
        assertThat(services.get("/api/x?page=2").body()).isEqualTo("page");
        assertThat(services.get("/api/x?page=1").body()).isEqualTo("first");
        assertThat(services.get("/api/x?page=1&size=3").body()).isEqualTo("page");
        assertThat(services.get("/api/x", "x-version", "2").body()).isEqualTo("second");
        assertThat(services.get("/api/x", "X-Version", "0").status()).isEqualTo(404);
    }

    @RestController
    public static class Unnamed {
        @GetMapping(value = "/x", params = "=1")
        public String x() {
            return "";
        }
    }

    @Test
    void a_condition_that_names_nothing_is_refused() {
        assertThatThrownBy(
                        () -> new Controllers(new Codec(true), Runnable::run).routesOf(new Unnamed(), "", "C.groovy"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Unnamed.x (C.groovy): the condition \"=1\" has no name");
    }

    @Test
    void a_controller_says_so() {
        assertThat(Controllers.isController(Items.class)).isTrue();
        assertThat(Controllers.isController(Shelf.class)).isFalse();
        assertThat(Controllers.isController(Item.class)).isFalse();
    }
}
