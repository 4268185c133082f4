// Made by tools/page-files.
#include "CPage.h"

// The page's files within the program. Here and not as resources of SwiftPM: those become array literals in Swift, which take the
// compiler half a minute for what this takes it a moment.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t base_css[] = {
#embed "../SnapWeb/Page/base.css"
};
static const uint8_t begin_js[] = {
#embed "../SnapWeb/Page/begin.js"
};
static const uint8_t closed_js[] = {
#embed "../SnapWeb/Page/closed.js"
};
static const uint8_t code_js[] = {
#embed "../SnapWeb/Page/code.js"
};
static const uint8_t controls_js[] = {
#embed "../SnapWeb/Page/controls.js"
};
static const uint8_t courts_js[] = {
#embed "../SnapWeb/Page/courts.js"
};
static const uint8_t deck_css[] = {
#embed "../SnapWeb/Page/deck.css"
};
static const uint8_t deck_js[] = {
#embed "../SnapWeb/Page/deck.js"
};
static const uint8_t dialogs_js[] = {
#embed "../SnapWeb/Page/dialogs.js"
};
static const uint8_t dom_js[] = {
#embed "../SnapWeb/Page/dom.js"
};
static const uint8_t end_js[] = {
#embed "../SnapWeb/Page/end.js"
};
static const uint8_t felt_js[] = {
#embed "../SnapWeb/Page/felt.js"
};
static const uint8_t fields_js[] = {
#embed "../SnapWeb/Page/fields.js"
};
static const uint8_t finish_css[] = {
#embed "../SnapWeb/Page/finish.css"
};
static const uint8_t finish_js[] = {
#embed "../SnapWeb/Page/finish.js"
};
static const uint8_t forms_css[] = {
#embed "../SnapWeb/Page/forms.css"
};
static const uint8_t glyphs_js[] = {
#embed "../SnapWeb/Page/glyphs.js"
};
static const uint8_t help_js[] = {
#embed "../SnapWeb/Page/help.js"
};
static const uint8_t home_css[] = {
#embed "../SnapWeb/Page/home.css"
};
static const uint8_t home_js[] = {
#embed "../SnapWeb/Page/home.js"
};
static const uint8_t icon_svg[] = {
#embed "../SnapWeb/Page/icon.svg"
};
static const uint8_t icons_js[] = {
#embed "../SnapWeb/Page/icons.js"
};
static const uint8_t index_html[] = {
#embed "../SnapWeb/Page/index.html"
};
static const uint8_t join_js[] = {
#embed "../SnapWeb/Page/join.js"
};
static const uint8_t layout_css[] = {
#embed "../SnapWeb/Page/layout.css"
};
static const uint8_t link_js[] = {
#embed "../SnapWeb/Page/link.js"
};
static const uint8_t lobby_css[] = {
#embed "../SnapWeb/Page/lobby.css"
};
static const uint8_t lobby_js[] = {
#embed "../SnapWeb/Page/lobby.js"
};
static const uint8_t main_js[] = {
#embed "../SnapWeb/Page/main.js"
};
static const uint8_t motion_js[] = {
#embed "../SnapWeb/Page/motion.js"
};
static const uint8_t playbar_js[] = {
#embed "../SnapWeb/Page/playbar.js"
};
static const uint8_t preferences_js[] = {
#embed "../SnapWeb/Page/preferences.js"
};
static const uint8_t press_js[] = {
#embed "../SnapWeb/Page/press.js"
};
static const uint8_t proposal_js[] = {
#embed "../SnapWeb/Page/proposal.js"
};
static const uint8_t races_js[] = {
#embed "../SnapWeb/Page/races.js"
};
static const uint8_t replay_css[] = {
#embed "../SnapWeb/Page/replay.css"
};
static const uint8_t replay_js[] = {
#embed "../SnapWeb/Page/replay.js"
};
static const uint8_t replaysteps_js[] = {
#embed "../SnapWeb/Page/replaysteps.js"
};
static const uint8_t scores_js[] = {
#embed "../SnapWeb/Page/scores.js"
};
static const uint8_t seat_js[] = {
#embed "../SnapWeb/Page/seat.js"
};
static const uint8_t settings_js[] = {
#embed "../SnapWeb/Page/settings.js"
};
static const uint8_t sheet_css[] = {
#embed "../SnapWeb/Page/sheet.css"
};
static const uint8_t sheet_js[] = {
#embed "../SnapWeb/Page/sheet.js"
};
static const uint8_t sounds_js[] = {
#embed "../SnapWeb/Page/sounds.js"
};
static const uint8_t speaker_js[] = {
#embed "../SnapWeb/Page/speaker.js"
};
static const uint8_t suits_js[] = {
#embed "../SnapWeb/Page/suits.js"
};
static const uint8_t table_css[] = {
#embed "../SnapWeb/Page/table.css"
};
static const uint8_t table_js[] = {
#embed "../SnapWeb/Page/table.js"
};
static const uint8_t talk_css[] = {
#embed "../SnapWeb/Page/talk.css"
};
static const uint8_t talk_js[] = {
#embed "../SnapWeb/Page/talk.js"
};
static const uint8_t tools_js[] = {
#embed "../SnapWeb/Page/tools.js"
};
static const uint8_t transcripts_js[] = {
#embed "../SnapWeb/Page/transcripts.js"
};
static const uint8_t words_js[] = {
#embed "../SnapWeb/Page/words.js"
};

#define FILE(name, bytes) {name, bytes, sizeof bytes}

static const struct snap_page_file files[] = {
    FILE("base.css", base_css),
    FILE("begin.js", begin_js),
    FILE("closed.js", closed_js),
    FILE("code.js", code_js),
    FILE("controls.js", controls_js),
    FILE("courts.js", courts_js),
    FILE("deck.css", deck_css),
    FILE("deck.js", deck_js),
    FILE("dialogs.js", dialogs_js),
    FILE("dom.js", dom_js),
    FILE("end.js", end_js),
    FILE("felt.js", felt_js),
    FILE("fields.js", fields_js),
    FILE("finish.css", finish_css),
    FILE("finish.js", finish_js),
    FILE("forms.css", forms_css),
    FILE("glyphs.js", glyphs_js),
    FILE("help.js", help_js),
    FILE("home.css", home_css),
    FILE("home.js", home_js),
    FILE("icon.svg", icon_svg),
    FILE("icons.js", icons_js),
    FILE("index.html", index_html),
    FILE("join.js", join_js),
    FILE("layout.css", layout_css),
    FILE("link.js", link_js),
    FILE("lobby.css", lobby_css),
    FILE("lobby.js", lobby_js),
    FILE("main.js", main_js),
    FILE("motion.js", motion_js),
    FILE("playbar.js", playbar_js),
    FILE("preferences.js", preferences_js),
    FILE("press.js", press_js),
    FILE("proposal.js", proposal_js),
    FILE("races.js", races_js),
    FILE("replay.css", replay_css),
    FILE("replay.js", replay_js),
    FILE("replaysteps.js", replaysteps_js),
    FILE("scores.js", scores_js),
    FILE("seat.js", seat_js),
    FILE("settings.js", settings_js),
    FILE("sheet.css", sheet_css),
    FILE("sheet.js", sheet_js),
    FILE("sounds.js", sounds_js),
    FILE("speaker.js", speaker_js),
    FILE("suits.js", suits_js),
    FILE("table.css", table_css),
    FILE("table.js", table_js),
    FILE("talk.css", talk_css),
    FILE("talk.js", talk_js),
    FILE("tools.js", tools_js),
    FILE("transcripts.js", transcripts_js),
    FILE("words.js", words_js),
};

const struct snap_page_file *snap_page(size_t index) {
    return index < sizeof files / sizeof files[0] ? &files[index] : NULL;
}
