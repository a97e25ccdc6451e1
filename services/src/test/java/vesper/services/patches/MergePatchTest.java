package vesper.services.patches;

import static org.assertj.core.api.Assertions.assertThat;
import static vesper.services.patches.Trees.tree;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import vesper.documents.Refusal;

@DisplayNameGeneration(ReplaceUnderscores.class)
class MergePatchTest {
    /** RFC 7396, appendix A. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a':'b'} | {'a':'c'} | {'a':'c'}",
                "{'a':'b'} | {'b':'c'} | {'a':'b','b':'c'}",
                "{'a':'b'} | {'a':null} | {}",
                "{'a':'b','b':'c'} | {'a':null} | {'b':'c'}",
                "{'a':['b']} | {'a':'c'} | {'a':'c'}",
                "{'a':'c'} | {'a':['b']} | {'a':['b']}",
                "{'a':{'b':'c'}} | {'a':{'b':'d','c':null}} | {'a':{'b':'d'}}",
                "{'a':[{'b':'c'}]} | {'a':[1]} | {'a':[1]}",
                "['a','b'] | ['c','d'] | ['c','d']",
                "{'a':'b'} | ['c'] | ['c']",
                "{'a':'foo'} | null | null",
                "{'a':'foo'} | 'bar' | 'bar'",
                "{'e':null} | {'a':1} | {'e':null,'a':1}",
                "[1,2] | {'a':'b','c':null} | {'a':'b'}",
                "{} | {'a':{'bb':{'ccc':null}}} | {'a':{'bb':{}}}"
            })
    void the_examples_of_the_standard_hold(String document, String patch, String result) {
        assertThat(changed(tree(document), tree(patch))).isEqualTo(tree(result));
    }

    /** RFC 7396, section 3. */
    @Test
    void the_example_of_the_text_holds() {
        JsonNode document = tree("""
                {'title':'Goodbye!','author':{'givenName':'John','familyName':'Doe'},'tags':['example','sample'],
                 'content':'This will be unchanged'}""");
        JsonNode patch = tree(
                "{'title':'Hello!','phoneNumber':'+01-123-456-7890','author':{'familyName':null},'tags':['example']}");
        assertThat(changed(document, patch)).isEqualTo(tree("""
                                {'title':'Hello!','author':{'givenName':'John'},'tags':['example'],
                                 'content':'This will be unchanged','phoneNumber':'+01-123-456-7890'}"""));
    }

    @Test
    void the_document_and_the_patch_are_left_as_they_are_and_share_nothing_with_the_result() {
        JsonNode document = tree("{'a':{'b':[1]},'c':[2]}");
        JsonNode patch = tree("{'a':{'d':[3]}}");
        Patch read = Patch.merge(patch);
        JsonNode result = ((PatchResult.Changed) read.applyTo(document, PatchBounds.DEFAULTS)).document();
        result.path("a").path("b").asArray().add(9);
        result.path("a").path("d").asArray().add(9);
        result.path("c").asArray().add(9);
        assertThat(document).isEqualTo(tree("{'a':{'b':[1]},'c':[2]}"));
        assertThat(patch).isEqualTo(tree("{'a':{'d':[3]}}"));
        assertThat(read.applyTo(document, PatchBounds.DEFAULTS))
                .isEqualTo(new PatchResult.Changed(tree("{'a':{'b':[1],'d':[3]},'c':[2]}")));
    }

    @Test
    void numbers_stay_as_they_were_written() {
        assertThat(changed(tree("{'a':0.10,'b':1}"), tree("{'b':123456789012345678901234567890.50}"))
                        .toString())
                .isEqualTo("{\"a\":0.10,\"b\":123456789012345678901234567890.50}");
    }

    @Test
    void a_result_that_is_too_large_or_too_deep_is_refused() {
        assertThat(Patch.merge(tree("{'b':'cd'}")).applyTo(tree("{'a':1}"), PatchBounds.DEFAULTS.withBytes(15)))
                .isEqualTo(new PatchResult.TooLarge(new Refusal("", "the result would have 16 bytes; at most 15")));
        assertThat(Patch.merge(tree("{'a':[[]]}")).applyTo(tree("{}"), new PatchBounds(1, 2, 100)))
                .isEqualTo(new PatchResult.TooLarge(new Refusal("", "the result would have 3 levels; at most 2")));
    }

    private static JsonNode changed(JsonNode document, JsonNode patch) {
        return ((PatchResult.Changed) Patch.merge(patch).applyTo(document, PatchBounds.DEFAULTS)).document();
    }
}
