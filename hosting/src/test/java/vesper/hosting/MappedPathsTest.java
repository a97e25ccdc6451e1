package vesper.hosting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.hosting.compiling.SourceFile;

@DisplayNameGeneration(ReplaceUnderscores.class)
class MappedPathsTest {
    @Test
    void a_class_is_mapped_by_its_value() {
        assertThat(paths("""
                @RestController
                @RequestMapping(value = 'test', produces = ['application/json', 'application/xml'])
                class Test {
                    @RequestMapping(value = 'sayHello', method = [RequestMethod.GET])
                    APIResponse sayHello() {
                """)).containsExactly("test");
    }

    @Test
    void a_class_is_mapped_by_a_bare_literal_too() {
        assertThat(paths("""
                @RequestMapping("/orders/")
                @RestController
                public final class Orders {
                """)).containsExactly("orders");
    }

    @Test
    void a_class_may_have_several_paths() {
        assertThat(paths("@RestController @RequestMapping(path = {\"a\", \"b/c\"}, produces = \"x/y\") class A {"))
                .containsExactly("a", "b/c");
    }

    @Test
    void methods_are_looked_at_where_no_class_is_mapped() {
        assertThat(paths("""
                @RestController
                class Echo {
                    @GetMapping('/echo')
                    String get() { '' }
                    @PutMapping(value = '/echo/{id}')
                    String put() { '' }
                """)).containsExactly("echo");
    }

    @Test
    void a_service_that_holds_documents_answers_under_its_collections_name() {
        assertThat(paths("@DocumentService(state = Note.class, collection = 'notes') class Notes {"))
                .containsExactly("notes");
        assertThat(paths("@TaskService(collection = \"mails\", parallel = 2) class Mails {"))
                .containsExactly("mails");
        assertThat(paths("@DocumentService(collection = NAME) class Notes {")).isEmpty();
    }

    @Test
    void a_path_ends_before_its_first_variable() {
        assertThat(paths("@RestController @RequestMapping('shops/{shop}/orders') class A {"))
                .containsExactly("shops");
    }

    @Test
    void sources_that_serve_nothing_have_no_paths() {
        assertThat(paths("@RequestMapping('a') class A {")).isEmpty();
        assertThat(paths("@RestController @RequestMapping(produces = 'a/b') class A {"))
                .isEmpty();
    }

    private static Set<String> paths(String text) {
        return MappedPaths.of(List.of(new SourceFile("code/A.groovy", text)));
    }
}
