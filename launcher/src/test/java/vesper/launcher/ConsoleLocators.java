package vesper.launcher;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

/** How tests of the console say what they mean: by what people read. */
final class ConsoleLocators {
    private ConsoleLocators() {}

    static Page.LocatorOptions containing(String text) {
        return new Page.LocatorOptions().setHasText(text);
    }

    static Page.GetByRoleOptions named(String name) {
        return new Page.GetByRoleOptions().setName(name);
    }

    static Page.GetByRoleOptions exactly(String name) {
        return named(name).setExact(true);
    }

    static Locator.GetByRoleOptions inside(String name) {
        return new Locator.GetByRoleOptions().setName(name);
    }

    /** In the place of what an editor has. */
    static void type(Locator editor, String text) {
        editor.locator(".cm-content").click();
        editor.page().keyboard().press("Control+a");
        editor.page().keyboard().insertText(text);
    }
}
